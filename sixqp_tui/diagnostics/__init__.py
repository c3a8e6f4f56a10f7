"""What `sixqp doctor` checks: each check returns a finding."""

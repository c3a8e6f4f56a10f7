class Sixqp < Formula
  desc "Card game 6 qui prend! (6 nimmt!, Take 6) for LAN parties"
  homepage "@HOMEPAGE@"
  url "@DOWNLOADS@/sixqp.pyz"
  version "@VERSION@"
  sha256 "@PYZ_SHA256@"
  license "MIT"

  depends_on "python@3.14"

  resource "source" do
    url "@DOWNLOADS@/sixqp-@VERSION@.tar.gz"
    sha256 "@SDIST_SHA256@"
  end

  def install
    libexec.install "sixqp.pyz"
    (bin/"sixqp").write <<~SH
      #!/bin/sh
      exec "#{Formula["python@3.14"].opt_bin}/python3.14" "#{libexec}/sixqp.pyz" "$@"
    SH
    resource("source").stage do
      man6.install "docs/man/sixqp.6"
      bash_completion.install "sixqp_tui/cli/completions/sixqp.bash" => "sixqp"
      zsh_completion.install "sixqp_tui/cli/completions/sixqp.zsh" => "_sixqp"
      fish_completion.install "sixqp_tui/cli/completions/sixqp.fish"
    end
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/sixqp --version")
  end
end

{ lib, stdenv, stdenvNoCC, fetchurl, makeWrapper, python3, installShellFiles }:

stdenvNoCC.mkDerivation (finalAttrs: {
  pname = "sixqp";
  version = "@VERSION@";

  src = fetchurl {
    url = "@DOWNLOADS@/sixqp-${finalAttrs.version}.tar.gz";
    hash = "@SDIST_SRI@";
  };
  pyz = fetchurl {
    url = "@DOWNLOADS@/sixqp.pyz";
    hash = "@PYZ_SRI@";
  };

  nativeBuildInputs = [ makeWrapper installShellFiles ];
  dontBuild = true;

  # Some of the wheels inside are compiled and look for the C++ library.
  installPhase = ''
    runHook preInstall
    install -Dm644 $pyz $out/share/sixqp/sixqp.pyz
    makeWrapper ${python3.interpreter} $out/bin/sixqp \
      --add-flags $out/share/sixqp/sixqp.pyz \
      --prefix LD_LIBRARY_PATH : ${lib.makeLibraryPath [ stdenv.cc.cc.lib ]}
    installManPage docs/man/sixqp.6
    installShellCompletion --cmd sixqp \
      --bash sixqp_tui/cli/completions/sixqp.bash \
      --zsh sixqp_tui/cli/completions/sixqp.zsh \
      --fish sixqp_tui/cli/completions/sixqp.fish
    runHook postInstall
  '';

  meta = {
    description = "Card game 6 qui prend! (6 nimmt!, Take 6) for LAN parties, in the terminal";
    homepage = "@HOMEPAGE@";
    license = lib.licenses.mit;
    mainProgram = "sixqp";
    platforms = lib.platforms.linux ++ [ "aarch64-darwin" ];
  };
})

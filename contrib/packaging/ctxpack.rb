# Made by scripts/dist.py from contrib/packaging/ctxpack.rb.
class Ctxpack < Formula
  desc "${SUMMARY}"
  homepage "${PROJECT_URL}"
  version "${VERSION}"
  license "MIT"

  on_macos do
    on_arm do
      url "${PROJECT_URL}/releases/download/v${VERSION}/ctxpack_${VERSION}_darwin_arm64.tar.gz"
      sha256 "${SHA256_DARWIN_ARM64}"
    end
    on_intel do
      url "${PROJECT_URL}/releases/download/v${VERSION}/ctxpack_${VERSION}_darwin_amd64.tar.gz"
      sha256 "${SHA256_DARWIN_AMD64}"
    end
  end
  on_linux do
    on_arm do
      url "${PROJECT_URL}/releases/download/v${VERSION}/ctxpack_${VERSION}_linux_arm64.tar.gz"
      sha256 "${SHA256_LINUX_ARM64}"
    end
    on_intel do
      url "${PROJECT_URL}/releases/download/v${VERSION}/ctxpack_${VERSION}_linux_amd64.tar.gz"
      sha256 "${SHA256_LINUX_AMD64}"
    end
  end

  def install
    bin.install "ctxpack"
    man1.install Dir["man/*.1"]
    generate_completions_from_executable(bin/"ctxpack", "completion")
  end

  test do
    (testpath/"a.go").write "package a\n"
    assert_match "a.go", shell_output("#{bin}/ctxpack pack #{testpath} --budget 1k --no-cache")
  end
end

# install_tools <tool ...>: programs that the steps need and that are missing, with the packages of Debian and Ubuntu.
install_tools() {
  local tool missing=()
  for tool in "$@"; do
    case $tool in
      mono) mono_is_whole || missing+=(mono-devel) ;;
      linker) command -v clang || missing+=(clang); [[ -e /usr/include/zlib.h ]] || missing+=(zlib1g-dev) ;;
      node) command -v node || missing+=(nodejs); command -v npm || missing+=(npm) ;;
      emulator) ! can_emulate_arm64 || command -v qemu-aarch64-static || missing+=(qemu-user-static) ;;
      browser) has_browser || missing+=(chromium) ;;
      prometheus) command -v prometheus || missing+=(prometheus) ;;
      redis) command -v redis-server || missing+=(redis-server) ;;
    esac
  done
  ((${#missing[@]})) || return 0

  if ! command -v apt-get; then
    echo "Install these first: ${missing[*]} (the names are Debian's)."
    return 1
  fi

  local as_root=() patiently=(-o DPkg::Lock::Timeout=300) # a new machine installs its own updates first
  ((EUID == 0)) || as_root=(sudo -n)
  "${as_root[@]}" apt-get update -qq "${patiently[@]}" || echo "The package lists could not be refreshed; going on with the old ones."
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${patiently[@]}" --no-install-recommends \
    "${missing[@]}"
}

# The runtime alone lacks the facades through which netstandard2.0 assemblies find the class library.
mono_is_whole() { command -v mono && compgen -G '/usr/lib/mono/*/Facades/netstandard.dll'; }

# Where the tests of pages look for it.
has_browser() { [[ -n ${CHROMIUM:-} || -e /usr/bin/chromium || -e /usr/bin/chromium-browser || -e /usr/bin/google-chrome ]]; }

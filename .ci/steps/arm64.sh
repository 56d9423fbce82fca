# A part of the tests on .NET for ARM64, on an emulator: what the JIT generates there, and alignment. The emulator keeps the order of
# memory that this processor has, so a weak order is not tested; the explorers of schedules do that for the code without locks.
readonly arm64_tests=tests/Pooling.Tests/bin/Release/net10.0/linux-arm64/Pooling.Tests
readonly arm64_root=artifacts/arm64/root

# arm64_steps [--full]
arm64_steps() {
  can_emulate_arm64 || return 0
  step step 'libraries for ARM64' unpack_arm64
  step xunit 'tests on ARM64, emulated' run_tests_on_arm64 "$@"
}

arm64_build_steps() { can_emulate_arm64 && step step 'build for ARM64' build_for_arm64 || true; }

# Where the tests do not run on ARM64 itself, and the distribution has packages of other processors in the same place.
can_emulate_arm64() { [[ $(uname -sm) == 'Linux x86_64' ]] && grep -qx 'ID=debian' /etc/os-release; }

build_for_arm64() { limit 900 dotnet build tests/Pooling.Tests -c Release -p:TestRuntime=linux-arm64 -p:RunAnalyzers=false; }

# What the runtime loads, beside the packages of this machine, which stay as they are.
unpack_arm64() {
  local folder=$PWD/artifacts/arm64 package
  rm -rf "$folder"
  mkdir -p "$folder"/{root,packages,lists/partial,cache/archives/partial}
  local apt=(-qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State::status=/dev/null
    -o "Dir::State::lists=$folder/lists" -o "Dir::Cache=$folder/cache" -o APT::Sandbox::User=)
  apt-get "${apt[@]}" update
  local ssl
  ssl=$(apt-cache "${apt[@]}" search --names-only '^libssl3(t64)?$' | cut -d ' ' -f 1)
  (cd "$folder/packages" && apt-get "${apt[@]}" download libc6 libgcc-s1 libstdc++6 zlib1g "$ssl")
  for package in "$folder"/packages/*.deb; do dpkg-deb -x "$package" "$folder/root"; done
}

# All but those that wait for collections, of which an emulator makes minutes. Without --full also without the slowest, whose code has
# nothing of a processor, and without those that count allocations, which are the same on each.
run_tests_on_arm64() {
  local leave=() name
  if [[ ${1:-} != --full ]]; then
    leave+=(-trait- Category=Allocation)
    for name in BufferReservation BufferWriterExtensions EncodeableList GeneratedEncodeable HeldLength InjectedFault InjectedHook \
      ItemStack JsonArrayPoolFault LyingCount MagazineStore NoMemory OpenTarget PooledAsyncUtf8JsonWriter PooledRef \
      PooledUtf8JsonWriter RingChannel RingQueueMisuse SegmentedBufferWriter SegmentReservation StaleJsonWriter StaleWriter \
      Utf8JsonWriterPool; do
      leave+=(-class- "*.${name}Tests")
    done
  fi

  # Without profiles, which cost a seventh of the time there.
  export DOTNET_EnableWriteXorExecute=0 DOTNET_TieredPGO=0
  limit 3600 qemu-aarch64-static -L "$arm64_root" "$arm64_tests" -noColor -trait- Category=Gc "${leave[@]}"
}

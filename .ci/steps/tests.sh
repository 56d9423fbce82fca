# The build, its format, and the tests on each runtime.
# build_steps [solution filter]
build_steps() {
  step step 'restore' restore
  step step 'build' build "$@"
}

format_steps() { step step 'format' check_format; }

# test_steps <framework ...>
test_steps() {
  local framework
  for framework in "$@"; do
    case $framework in
      net10.0) step tests 'tests' run_tests ;;
      net8.0) step tests 'tests on .NET 8' run_tests_on_net8 ;;
      net472) net472_build_steps; net472_run_steps ;;
    esac
  done
}

# limit_rounds [--full]: a tenth of the rounds of races and random cases, whose code is the same on each runtime; --full runs all of them.
limit_rounds() { [[ ${1:-} == --full ]] || export POOLING_TESTS_FULL=0; }

# other_runtime_steps [--full]
other_runtime_steps() {
  limit_rounds "$@"
  net472_build_steps
  arm64_build_steps
  touch "$logs/built-for-others"
  test_steps net8.0
}

program_test_steps() { step tests 'tests of the programs' run_tests_of_programs; }

# The netstandard2.0 asset, on .NET Framework or on Mono.
net472_build_steps() { step step "build for $(framework)" build_for_net472; }

net472_run_steps() { step xunit "tests of netstandard2.0 on $(framework)" run_tests_on_net472; }

# What takes long and minds no delay, at the lowest priority, as soon as other_runtime_steps have built it.
# patient_steps [--full]
patient_steps() {
  until [[ -e $logs/built-for-others ]]; do sleep 1; done
  limit_rounds "$@"
  renice -n 19 "$BASHPID" >/dev/null
  net472_run_steps
  arm64_steps "$@"
}

framework() { if on_windows; then echo .NET Framework; else echo Mono; fi; }

on_windows() { [[ ${OS:-} == Windows_NT ]]; }

restore() { limit 600 dotnet restore; }

build() { limit 1200 dotnet build "$@" -c Release --no-restore; }

# White space, in code that no build of this machine compiles, too. The build has the other rules of style as errors.
check_format() { limit 600 dotnet format whitespace --folder . --verify-no-changes --exclude docs/api node_modules; }

# The README's test command, on the output of the build.
run_tests() { limit 3600 dotnet test -c Release --solution tests/Library.slnf --no-build --no-progress; }

# The test command of CONTRIBUTING.md.
run_tests_of_programs() { limit 3600 dotnet test -c Release --solution tests/apps/Apps.slnf --no-build --no-progress; }

# The analyzers have seen this code in the build.
run_tests_on_net8() { limit 3600 dotnet test --project tests/Pooling.Tests -c Release -p:TestTfm=net8.0 -p:RunAnalyzers=false --no-progress; }

build_for_net472() { limit 1200 dotnet build tests/Pooling.Tests -c Release -p:TestTfm=net472 -p:RunAnalyzers=false; }

# Neither counts allocations. Mono's collector keeps what it finds on the stack, and its exceptions are slow: the tests that throw in every
# call are left out there.
run_tests_on_net472() {
  set -- tests/Pooling.Tests/bin/Release/net472/Pooling.Tests.exe -noColor -trait- Category=Allocation
  if on_windows; then
    limit 900 "$@"
  else
    run_on_mono "$@" -trait- Category=Gc -class- '*.InjectedFaultTests' -class- '*.InjectedHookTests' -class- '*.JsonArrayPoolFaultTests'
  fi
}

# Mono aborts now and then while it shuts down, when all tests have ended: a thread of its own is in the middle of something.
# The summary is the last that the runner writes, so it decides. The default nursery, of 4 MB, costs a third of the processor time.
run_on_mono() {
  local output=$logs/mono.txt
  MONO_GC_PARAMS=nursery-size=32m limit 3600 mono "$@" | tee "$output" || grep -qE 'Total: [1-9][0-9]*, Errors: 0, Failed: 0,' "$output"
}

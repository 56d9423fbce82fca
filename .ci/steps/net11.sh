# What was built for .NET 10, on .NET 11, which tests/on-net11 restores as packages: an SDK of it is not needed.
# net11_steps [--full]
net11_steps() {
  local project
  limit_rounds "$@"
  step step 'runtime of .NET 11' lay_out_net11
  for project in Pooling.Tests Pooling.Extensions.Tests Pooling.Samples.Tests; do
    step xunit "$project on .NET 11" run_tests_on_net11 "$project"
  done
}

lay_out_net11() { limit 600 dotnet build tests/net11.proj; }

# The runner says on which runtime it is.
run_tests_on_net11() {
  local output=$logs/$1-net11.txt
  on_net11 "tests/$1/bin/Release/net10.0/$1.dll" -noColor | tee "$output"
  grep -F '(64-bit .NET 11.' "$output"
}

consume_on_net11() { on_net11 "$consumer/bin/Release/net10.0/Pooling.PackageTests.dll"; }

on_net11() { POOLING_TESTS_RUNTIME=11 limit 1500 tests/on-net11 "$@"; }

namespace Pooling.Doubles;

/// <summary>The number of rounds of races and random cases: a tenth, or all of them with POOLING_TESTS_FULL=1, as in
/// <c>.ci/run</c>.</summary>
internal static class TestRounds
{
    internal static bool AreAll { get; } = Environment.GetEnvironmentVariable("POOLING_TESTS_FULL") == "1";

    internal static int Of(int all) => AreAll ? all : Math.Max(all / 10, 1);
}

namespace Pooling.Conventions;

/// <summary>The places that break a rule.</summary>
internal static class Violations
{
    /// <summary>Fails the test with all of them, whole, one in each line.</summary>
    internal static void AssertNone(IEnumerable<string?> violations)
    {
        string[] all = [.. violations.Select(violation => violation ?? "")];

        Assert.True(all is [], string.Join('\n', [$"{all.Length} places break the rule:", .. all]));
    }
}

namespace Pooling.Conventions;

/// <summary>The places that violate a rule.</summary>
internal static class Violations
{
    /// <summary>Fails the test if there are violations, and lists all of them without truncation, one in each line.</summary>
    internal static void AssertNone(IEnumerable<string?> violations)
    {
        string[] all = [.. violations.Select(violation => violation ?? "")];

        Assert.True(all is [], string.Join('\n', [$"{all.Length} places break the rule:", .. all]));
    }
}

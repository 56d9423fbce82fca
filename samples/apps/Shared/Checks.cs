namespace Pooling.Samples;

/// <summary>Counts the checks that a sample runs on itself, and on copies in another project.</summary>
/// <param name="output">Receives the failures and the counts.</param>
internal sealed class Checks(TextWriter output)
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1); // reached only if something is wrong

    private int _passed;
    private int _failed;

    /// <summary>Counts a check, and reports it if it failed.</summary>
    /// <param name="what">The expectation in words.</param>
    /// <param name="holds">Whether the expectation is met.</param>
    public void Add(string what, bool holds)
    {
        _passed += holds ? 1 : 0;
        _failed += holds ? 0 : 1;
        if (!holds)
            output.WriteLine($"FAILED {what}");
    }

    /// <summary>Waits for a condition, and counts it as a check.</summary>
    /// <param name="what">The expectation in words.</param>
    /// <param name="condition">The condition, which other threads meet.</param>
    public async Task Until(string what, Func<bool> condition)
    {
        for (DateTime end = DateTime.UtcNow + s_patience; !condition() && DateTime.UtcNow < end;)
            await Task.Delay(20).ConfigureAwait(false);

        Add(what, condition());
    }

    /// <summary>Reports the counts.</summary>
    /// <returns>The exit code: 0 if all checks passed.</returns>
    public int End()
    {
        output.WriteLine($"Passed: {_passed}, Failed: {_failed}");
        return _failed == 0 ? 0 : 1;
    }
}

using System.Text.RegularExpressions;
using Pooling.Analyzers.Usage;
using Pooling.Diagnostics;
using Pooling.Testing;

namespace Pooling.Modes;

/// <summary>Tests the table of mistakes in the documentation, cell by cell.</summary>
public sealed class MistakeTableTests
{
    private const string Nothing = "–";

    private static readonly Lazy<string[][]> s_rows = new(static () => ReadRows("diagnostics.md"));

    public static TheoryData<string> Names => [.. MistakePrograms.Names];

    [Fact]
    public void Table_OfThePage_HasTheMistakesOfTheAnalyzers() =>
        Assert.Equal(Mistakes.All.Select(static mistake => mistake.Name), s_rows.Value.Select(static row => row[0]));

    [Theory]
    [MemberData(nameof(Names))]
    public void Compiler_OfAMistake_SaysWhatTheTableSays(string name)
    {
        string rule = Regex.Match(Mistakes.All.Single(mistake => mistake.Name == name).Source, @"\{\|(POOL\d+):").Groups[1].Value;

        Assert.Equal($"`{rule}`", Cell(name, 4));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Off_OfAMistake_SaysWhatTheTableSays(string name)
    {
        using var mode = new ModeScope(PoolingMode.Off);
        using var program = new MistakePrograms();

        Assert.Equal(Cell(name, 1), Outcome(program.Of(name)));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Version_OfAMistake_SaysWhatTheTableSays(string name)
    {
        using var mode = new ModeScope(PoolingMode.Version);
        using var program = new MistakePrograms();

        Assert.Equal(Cell(name, 2), Outcome(program.Of(name)));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Leaks_OfAMistake_SaysWhatTheTableSays(string name)
    {
        using var mode = new ModeScope(PoolingMode.Leaks);
        using var program = new MistakePrograms();
        long before = Leaks(name);
        Collector.Lose(() => Outcome(program.Of(name)));

        Assert.Equal(Cell(name, 3), Leaks(name) == before ? Nothing : "reported");
    }

    /// <summary>A test of a user: pools of its own over an array pool for tests, which asserts at its end.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public void Testing_OfAMistake_SaysWhatTheTableSays(string name)
    {
        using var program = new MistakePrograms();
        Outcome(program.Of(name));
        string outcome = Nothing;
        try
        {
            program.AssertAllReturned();
        }
        catch (PoolAssertException)
        {
            outcome = "reported";
        }

        Assert.Equal(Cell(name, 5), outcome);
    }

    /// <summary>A program without a mistake: everything is silent about it.</summary>
    [Fact]
    public void Program_WithoutAMistake_IsReportedByNobody()
    {
        using var program = new MistakePrograms();
        Assert.Equal(Nothing, Outcome(program.WithoutMistake));
        program.AssertAllReturned();

        using var mode = new ModeScope(PoolingMode.Leaks);
        Collector.Lose(() => Outcome(program.WithoutMistake));
        Assert.DoesNotContain(PoolingDiagnostics.GetLeaks(),
            static leak => leak.StackTrace.Contains(nameof(MistakePrograms.WithoutMistake), StringComparison.Ordinal));
    }

    [Fact]
    public void Mistakes_OfTheTable_AreAllToldBySomething()
    {
        Assert.True(s_rows.Value.Count(static row => row[4] != Nothing) >= 14);
        Assert.All(s_rows.Value, static row => Assert.Contains(row[2..], static cell => cell != Nothing));
    }

    private static string[][] ReadRows(string page) =>
        [.. File.ReadLines(Path.Combine(AppContext.BaseDirectory, "docs", page))
            .Select(static line => line.Split('|', StringSplitOptions.TrimEntries))
            .Where(static cells => cells.Length == 8 && MistakePrograms.Names.Contains(cells[1]))
            .Select(static cells => cells[1..7])];

    private static string Cell(string name, int column) => s_rows.Value.Single(row => row[0] == name)[column];

    private static long Leaks(string name) => PoolingDiagnostics.GetLeaks()
        .Where(leak => leak.StackTrace.Contains(MistakePrograms.MethodOf(name), StringComparison.Ordinal))
        .Sum(static leak => leak.Count);

    private static string Outcome(Action program)
    {
        try
        {
            program();
            return Nothing;
        }
        catch (Exception exception) when (exception is ObjectDisposedException or InvalidOperationException)
        {
            return "throws";
        }
    }
}

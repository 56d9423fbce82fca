using System.Text.Json;
using Pooling.Tour.Comparisons;

namespace Pooling.Tour;

public sealed class TourCommandTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly StringWriter _output = new();
    private readonly StringWriter _error = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Run_AllChecksPass_WritesBothFilesAndSucceeds()
    {
        int code = Run([new FakeSection("first")], "--output", _folder.Path);

        Assert.Equal(0, code);
        Assert.Equal(["tour.html", "tour.json"], _folder.Files);
        Assert.Empty(_error.ToString());
    }

    [Fact]
    public void Run_FormerFiles_AreReplaced()
    {
        File.WriteAllText(_folder.File("tour.html"), "former");
        File.WriteAllText(_folder.File("tour.json"), "former");

        Run([new FakeSection("first")], "--output", _folder.Path);

        Assert.StartsWith("<!DOCTYPE html>", File.ReadAllText(_folder.File("tour.html")), StringComparison.Ordinal);
        Assert.StartsWith("{", File.ReadAllText(_folder.File("tour.json")), StringComparison.Ordinal);
    }

    [Fact]
    public void Run_MissingFolder_IsCreated()
    {
        string folder = Path.Combine(_folder.Path, "new", "folder");

        Assert.Equal(0, Run([new FakeSection("first")], "--output", folder));
        Assert.True(File.Exists(Path.Combine(folder, "tour.html")));
    }

    [Fact]
    public void Run_Json_PutsTheFiguresThere()
    {
        string figures = _folder.File("figures.json");

        Assert.Equal(0, Run([new FakeSection("first")], "--output", _folder.Path, "--json", figures));
        Assert.Equal(["figures.json", "tour.html"], _folder.Files);
    }

    [Fact]
    public void Run_Only_RunsNothingElse()
    {
        FakeSection[] sections = [new("first"), new("second"), new("third")];

        Run(sections, "--only", "third,first", "--output", _folder.Path);

        Assert.Equal([1, 0, 1], sections.Select(section => section.Runs));
    }

    [Fact]
    public void Run_Help_ListsOptionsAndSectionsAndRunsNothing()
    {
        FakeSection section = new("first");

        Assert.Equal(0, Run([section], "--help"));
        Assert.All(
            ["--only", "--quick", "--output", "--json", "--no-color", "--help", "first", "130"],
            text => Assert.Contains(text, _output.ToString(), StringComparison.Ordinal));
        Assert.Equal(0, section.Runs);
    }

    [Fact]
    public void Run_WrongArgument_SaysSoInOneLine()
    {
        Assert.Equal(2, Run([new FakeSection("first")], "--fast"));
        Assert.Equal("tour: unknown option '--fast' (--help lists the options)", OnlyErrorLine());
        Assert.Empty(_output.ToString());
    }

    [Fact]
    public void Run_FailingCheck_PrintsWhatDifferedAndFails()
    {
        var section = new FakeSection("first", static _ => [Results.Comparison("c", 0.5, new Check("c: 7 instead of 8", false))]);

        Assert.Equal(1, Run([section], "--output", _folder.Path));
        Assert.Equal("tour: check failed: c: 7 instead of 8", OnlyErrorLine());
        Assert.Contains("c: 7 instead of 8", File.ReadAllText(_folder.File("tour.html")), StringComparison.Ordinal);
        using var figures = JsonDocument.Parse(File.ReadAllText(_folder.File("tour.json")));
        Assert.False(figures.RootElement.GetProperty("passed").GetBoolean());
    }

    [Fact]
    public void Run_OutputIsAFile_FailsBeforeAnythingRuns()
    {
        FakeSection section = new("first");
        File.WriteAllText(_folder.File("file"), "");

        Assert.Equal(1, Run([section], "--output", _folder.File("file")));
        Assert.Equal($"tour: cannot write '{_folder.File("file")}': the path is not a folder", OnlyErrorLine());
        Assert.Equal(0, section.Runs);
    }

    [Fact]
    public void Run_TargetIsAFolder_FailsBeforeAnythingRuns()
    {
        FakeSection section = new("first");
        Directory.CreateDirectory(_folder.File("tour.html"));

        Assert.Equal(1, Run([section], "--output", _folder.Path));
        Assert.Equal($"tour: cannot write '{_folder.File("tour.html")}': the path is a folder", OnlyErrorLine());
        Assert.Equal(0, section.Runs);
    }

    [Fact]
    public void Run_JsonInMissingFolder_FailsAndLeavesNothing()
    {
        string figures = Path.Combine(_folder.Path, "missing", "figures.json");

        Assert.Equal(1, Run([new FakeSection("first")], "--output", _folder.Path, "--json", figures));
        Assert.Equal($"tour: cannot write '{figures}': the folder does not exist", OnlyErrorLine());
        Assert.Empty(_folder.Files);
    }

    [Fact]
    public void Run_FullDisk_FailsAndLeavesTheFormerPage()
    {
        if (!File.Exists("/dev/full"))
            return; // a device of Linux

        File.WriteAllText(_folder.File("tour.html"), "former");

        Assert.Equal(1, Run([new FakeSection("first")], "--output", _folder.Path, "--json", "/dev/full"));
        Assert.StartsWith("tour: cannot write '/dev/full': ", OnlyErrorLine(), StringComparison.Ordinal);
        Assert.Equal(["tour.html"], _folder.Files);
        Assert.Equal("former", File.ReadAllText(_folder.File("tour.html")));
    }

    [Fact]
    public void Run_SectionCannotWrite_FailsAndLeavesNothing()
    {
        var section = new FakeSection("first", static _ => throw new IOException("the disk is on fire"));

        Assert.Equal(1, Run([section], "--output", _folder.Path));
        Assert.Equal("tour: cannot write: the disk is on fire", OnlyErrorLine());
        Assert.Empty(_folder.Files);
    }

    [Fact]
    public void Run_Cancelled_EndsWith130AndLeavesNothing()
    {
        using var cancellation = new CancellationTokenSource();
        FakeSection second = new("second");
        var first = new FakeSection("first", context =>
        {
            cancellation.Cancel();
            context.CancellationToken.ThrowIfCancellationRequested();
            return [];
        });

        int code = new TourCommand([first, second], _output, _error).Run(["--output", _folder.Path], cancellation.Token);

        Assert.Equal(130, code);
        Assert.Equal("tour: interrupted; no file was written", OnlyErrorLine());
        Assert.Equal(0, second.Runs);
        Assert.Empty(_folder.Files);
    }

    [Fact]
    public void Run_NotATerminal_PrintsPlainLines()
    {
        Run([new FakeSection("first")], "--output", _folder.Path);

        Assert.DoesNotContain('\u001b', _output.ToString());
        Assert.All(_output.ToString(), letter => Assert.True(char.IsAscii(letter), $"'{letter}' is not plain."));
    }

    [Fact]
    public void Run_EachComparison_IsPrintedWithItsFigures()
    {
        var section = new FakeSection("first", static _ => [Results.Comparison("[odd] name", 1.5)]);

        Run([section], "--output", _folder.Path);

        Assert.All(
            ["[odd] name", "pooled way", "150 ns", "1.50x", "104 B", "7/1/0", "(slower)", "ok: the same bytes",
                "0.75x the time and 0.25x the bytes", _folder.File("tour.html")],
            text => Assert.Contains(text, _output.ToString(), StringComparison.Ordinal));
    }

    private int Run(IReadOnlyList<ISection> sections, params string[] arguments) =>
        new TourCommand(sections, _output, _error).Run(arguments, CancellationToken.None);

    private string OnlyErrorLine() => Assert.Single(_error.ToString().Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries));
}

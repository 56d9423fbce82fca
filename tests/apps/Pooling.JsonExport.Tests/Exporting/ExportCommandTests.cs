using System.Text.Json;

namespace Pooling.JsonExport.Exporting;

public sealed class ExportCommandTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly StringWriter _output = new();
    private readonly StringWriter _error = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("memory")]
    [InlineData("null")]
    public async Task Run_AllWriters_PrintsARowOfEach(string sink)
    {
        Assert.Equal(0, await Run("--count", "100", "--rounds", "1", "--sink", sink));
        Assert.All(ExportContenders.All,
            contender => Assert.Contains($"| {contender.Name} ", _output.ToString(), StringComparison.Ordinal));
        Assert.DoesNotContain('\u001b', _output.ToString());
    }

    [Fact]
    public async Task Run_AllWriters_ReportsTheCorruptionAndSucceeds()
    {
        Assert.Equal(0, await Run("--count", "100", "--rounds", "1"));
        Assert.Contains("array-pool-published: its document ", _output.ToString(), StringComparison.Ordinal);
        Assert.Contains("WRONG", _output.ToString(), StringComparison.Ordinal);
        Assert.Contains("wrong beyond 16 KB", _output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_OnlyTheWrongWriter_FailsAndLeavesNoFile()
    {
        Assert.Equal(1, await Run("--count", "100", "--rounds", "1", "--writer", "array-pool-published", "--sink", "file", "--output",
            _folder.File("x.json")));
        Assert.StartsWith("json-export: check failed: array-pool-published: its document ", LastError(), StringComparison.Ordinal);
        Assert.Empty(_folder.Files);
    }

    [Fact]
    public async Task Run_ToAFile_LeavesTheRightDocumentOnly()
    {
        File.WriteAllText(_folder.File("x.json"), "former");

        Assert.Equal(0, await Run("--count", "100", "--rounds", "1", "--sink", "file", "--output", _folder.File("x.json")));
        Assert.Equal(["x.json"], _folder.Files);
        Assert.Equal(ExportContenders.Expected(CustomerPage.Create(100)), File.ReadAllBytes(_folder.File("x.json")));
    }

    [Fact]
    public async Task Run_Json_PrintsNothingElse()
    {
        Assert.Equal(0, await Run("--count", "100", "--rounds", "2", "--json"));

        using var figures = JsonDocument.Parse(_output.ToString());
        JsonElement root = figures.RootElement;
        Assert.Equal(1, root.GetProperty("schema").GetInt32());
        Assert.True(root.GetProperty("passed").GetBoolean());
        Assert.Equal(ExportContenders.All.Select(static contender => contender.Name),
            root.GetProperty("writers").EnumerateArray().Select(static row => row.GetProperty("name").GetString()));
        Assert.All(root.GetProperty("writers").EnumerateArray(),
            row => Assert.Equal(row.GetProperty("knownDefect").ValueKind == JsonValueKind.Null, row.GetProperty("correct").GetBoolean()));
        Assert.All(root.GetProperty("writers").EnumerateArray(),
            static row => Assert.True(row.GetProperty("ratioToOData").GetProperty("median").GetDouble() > 0));
    }

    [Fact]
    public async Task Run_JsonToAFile_PrintsTheTable()
    {
        Assert.Equal(0, await Run("--count", "10", "--rounds", "1", $"--json={_folder.File("f.json")}"));
        Assert.Contains("| serializer ", _output.ToString(), StringComparison.Ordinal);
        Assert.StartsWith("{", File.ReadAllText(_folder.File("f.json")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_OneWriter_HasNoRatios()
    {
        Assert.Equal(0, await Run("--count", "10", "--rounds", "1", "--writer", "pooled-stream"));
        Assert.Contains("| - |",
            _output.ToString().Replace("     ", " ", StringComparison.Ordinal).Replace("    ", " ", StringComparison.Ordinal)
                .Replace("  ", " ", StringComparison.Ordinal),
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_MissingFolder_SaysSoInOneLine()
    {
        string path = Path.Combine(_folder.Path, "missing", "x.json");

        Assert.Equal(2, await Run("--count", "10", "--sink", "file", "--output", path));
        Assert.Equal($"json-export: cannot write '{path}': the folder does not exist", LastError());
        Assert.Empty(_folder.Files);
    }

    [Fact]
    public async Task Run_OutputIsAFolder_SaysSoInOneLine()
    {
        Assert.Equal(2, await Run("--count", "10", "--sink", "file", "--output", _folder.Path));
        Assert.Equal($"json-export: cannot write '{_folder.Path}': the path is a folder", LastError());
    }

    [Theory]
    [InlineData("0")]
    [InlineData("100")]
    public async Task Run_FullDisk_SaysSoInOneLine(string count)
    {
        if (!File.Exists("/dev/full"))
            return; // a device of Linux

        Assert.Equal(2, await Run("--count", count, "--sink", "file", "--output", "/dev/full"));
        Assert.Equal("json-export: cannot write '/dev/full': No space left on device", LastError());
    }

    [Fact]
    public async Task Run_JsonFileCannotBeWritten_FailsBeforeAnythingRuns()
    {
        string path = Path.Combine(_folder.Path, "missing", "x.json");

        Assert.Equal(2, await Run($"--json={path}"));
        Assert.Equal($"json-export: cannot write '{path}': the folder does not exist", _error.ToString().Trim());
    }

    [Fact]
    public async Task Run_Cancelled_EndsWith130AndLeavesNothing()
    {
        using var cancellation = new CancellationTokenSource();
        cancellation.Cancel();

        Assert.Equal(130, await Run(cancellation.Token, "--count", "10", "--sink", "file", "--output", _folder.File("x.json")));
        Assert.Equal("json-export: interrupted; no file was written", LastError());
        Assert.Empty(_folder.Files);
    }

    private Task<int> Run(params string[] arguments) => Run(CancellationToken.None, arguments);

    private Task<int> Run(CancellationToken cancellationToken, params string[] arguments) =>
        new JsonExportProgram(_output, _error, TextReader.Null).Run(["export", .. arguments], cancellationToken);

    private string LastError() => _error.ToString().Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries)[^1];
}

namespace Pooling.Samples;

public sealed class JsonOutputTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly StringWriter _output = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Write_NotWanted_WritesNothing()
    {
        var json = new JsonOutput(false, null);
        json.Probe();
        json.Write(_output, new { Count = 3 });

        Assert.False(json.TakesOutput);
        Assert.Empty(_output.ToString());
    }

    [Fact]
    public void Write_NoFile_GoesToTheOutput()
    {
        var json = new JsonOutput(true, null);
        json.Probe();
        json.Write(_output, new { Count = 3 });

        Assert.True(json.TakesOutput);
        Assert.Equal("{\n  \"count\": 3\n}\n", _output.ToString().ReplaceLineEndings("\n"));
    }

    [Fact]
    public void Write_File_GoesThere()
    {
        string file = _folder.File("figures.json");
        var json = new JsonOutput(true, file);
        json.Probe();
        Assert.Empty(_folder.Files);

        json.Write(_output, new { Count = 3 });

        Assert.False(json.TakesOutput);
        Assert.Equal("{\n  \"count\": 3\n}\n", File.ReadAllText(file).ReplaceLineEndings("\n"));
        Assert.Empty(_output.ToString());
    }

    [Fact]
    public void Probe_NoSuchFolder_Throws() => Assert.Contains("the folder does not exist",
        Assert.Throws<OutputException>(() => new JsonOutput(true, _folder.File("no/figures.json")).Probe()).Message,
        StringComparison.Ordinal);
}

namespace Pooling.Samples.OpcUaNotifications;

/// <summary>Tests the program as a process.</summary>
public sealed class ProgramTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Main_ByDefault_PrintsTheTable()
    {
        using var process = new SampleProcess(typeof(PlainResponse), _folder.Path);
        string[] lines = process.Output.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

        Assert.Equal("", process.Error.ReadToEnd());
        Assert.Equal(0, process.Wait());
        Assert.StartsWith("8 recorded messages, ", lines[0], StringComparison.Ordinal);
        Assert.EndsWith("handled and returned by another thread.", lines[1], StringComparison.Ordinal);
        Assert.Equal(["way", "bytes/notification", "ns/notification"], lines[2].Split(' ', StringSplitOptions.RemoveEmptyEntries));
        Assert.Matches(@"^new +\d\d+\.\d +\d+\.\d$", lines[3]);
        Assert.Matches(@"^pooled, by hand +0\.0 +\d+\.\d$", lines[4]);
        Assert.Matches(@"^pooled, generated +0\.0 +\d+\.\d$", lines[5]);
        Assert.StartsWith("What to copy: ", lines[6], StringComparison.Ordinal);
    }
}

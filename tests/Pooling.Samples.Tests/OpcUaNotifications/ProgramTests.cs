namespace Pooling.Samples.OpcUaNotifications;

/// <summary>Tests the program as a shell runs it.</summary>
public sealed class ProgramTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Main_ExitsWith0AndPrintsAllWays()
    {
        using var process = new SampleProcess(typeof(GeneratedMessage), _folder.Path);

        string output = process.Output.ReadToEnd();
        Assert.Equal("", process.Error.ReadToEnd());
        Assert.Equal(0, process.Wait());
        Assert.Contains("9 recorded messages with 305 values", output, StringComparison.Ordinal);
        Assert.Contains("A second thread received 305 values", output, StringComparison.Ordinal);
        foreach (string way in (string[])["new ", "hand-written ", "generated "])
            Assert.Contains(output.Split('\n'), line => line.StartsWith(way, StringComparison.Ordinal));
    }
}

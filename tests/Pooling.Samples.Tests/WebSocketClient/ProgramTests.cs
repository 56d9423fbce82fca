using System.Text.RegularExpressions;

namespace Pooling.Samples.WebSocketClient;

/// <summary>The program as a shell sees it.</summary>
public sealed class ProgramTests
{
    [Fact]
    public void Main_WithoutArguments_PrintsTheTableAndExitsWith0()
    {
        using var folder = new TemporaryFolder();
        using var process = new SampleProcess(typeof(PooledClient), folder.Path);

        string output = process.Output.ReadToEnd();

        Assert.Equal("", process.Error.ReadToEnd());
        Assert.Equal(0, process.Wait());
        Assert.Equal(4, Regex.Count(output, @"^.*\S +plain +[\d,]+ B +[\d,.]+ us\r?$", RegexOptions.Multiline));
        Assert.Equal(4, Regex.Count(output, @"^.*\S +pooled +[\d,]+ B +[\d,.]+ us\r?$", RegexOptions.Multiline));
        Assert.Equal(4, Regex.Count(output, "lost its connection, and connects again"));
        const string Last = "What to copy: PooledClient.cs, SendQueue.cs and ServerClosedException.cs";
        Assert.EndsWith(Last, output.TrimEnd(), StringComparison.Ordinal);
        Assert.Empty(folder.Files);
    }
}

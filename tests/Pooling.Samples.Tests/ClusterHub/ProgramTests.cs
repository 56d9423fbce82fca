using System.Globalization;
using System.Text.RegularExpressions;

namespace Pooling.Samples.ClusterHub;

/// <summary>The program as a shell sees it.</summary>
public sealed class ProgramTests
{
    [Fact]
    public void Main_ExitsWith0AndPrintsBothWays()
    {
        using var folder = new TemporaryFolder();
        using var process = new SampleProcess(typeof(HubNode), folder.Path);

        string output = process.Output.ReadToEnd();

        Assert.Equal("", process.Error.ReadToEnd());
        Assert.Equal(0, process.Wait());
        Assert.Contains("byte for byte", output, StringComparison.Ordinal);
        Assert.Equal(6, BytesOf("plain", output).Length);
        Assert.Equal(6, BytesOf("pooled", output).Length);
        Assert.All(BytesOf("pooled", output), static bytes => Assert.InRange(bytes, 0, 100));
        Assert.True(BytesOf("plain", output)[2] > 32 * 1024); // a string and an array of 16 KB
        Assert.Empty(folder.Files);
    }

    private static int[] BytesOf(string way, string output) =>
        [.. Regex.Matches(output, $@" {way} +([\d,]+) +[\d.,]+\r?$", RegexOptions.Multiline)
            .Select(static match => int.Parse(match.Groups[1].Value, NumberStyles.AllowThousands, CultureInfo.InvariantCulture))];
}

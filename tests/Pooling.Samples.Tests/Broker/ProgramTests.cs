using System.Globalization;
using System.Text.RegularExpressions;

namespace Pooling.Samples.Broker;

/// <summary>The program as a shell sees it.</summary>
public sealed class ProgramTests
{
    [Fact]
    public void Main_ExitsWith0AndPrintsAllWays()
    {
        using var folder = new TemporaryFolder();
        using var process = new SampleProcess(typeof(MqttBroker), folder.Path);

        string output = process.Output.ReadToEnd();

        Assert.Equal("", process.Error.ReadToEnd());
        Assert.Equal(0, process.Wait());
        Assert.Contains("byte for byte", output, StringComparison.Ordinal);
        Assert.Equal(4, BytesOf("plain", output).Length);
        Assert.True(BytesOf("pooled", output)[1] < BytesOf("plain", output)[1]);
        Assert.Empty(folder.Files);
    }

    private static int[] BytesOf(string way, string output) =>
        [.. Regex.Matches(output, $@" {way} +([\d,]+) +[\d.,]+\r?$", RegexOptions.Multiline)
            .Select(static match => int.Parse(match.Groups[1].Value, NumberStyles.AllowThousands, CultureInfo.InvariantCulture))];
}

using System.Globalization;

namespace Pooling.Samples.GameTick;

/// <summary>The program as a shell sees it.</summary>
public sealed class ProgramTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Main_ExitsWith0AndPrintsBothWays()
    {
        using var process = new SampleProcess(typeof(GameServer), _folder.Path);

        string output = process.Output.ReadToEnd();
        Assert.Equal("", process.Error.ReadToEnd());
        Assert.Equal(0, process.Wait());
        Assert.Contains("both ways sent the same states, byte for byte", output, StringComparison.Ordinal);
        Assert.Contains("What to copy: PooledServer.cs", output, StringComparison.Ordinal);
        Assert.InRange(BytesOf("plain", output), 1_600, 4_000);
        Assert.InRange(BytesOf("pooled", output), 0, 800);
    }

    private static int BytesOf(string way, string output)
    {
        string row = output.Split('\n').Single(line => line.StartsWith(way + " ", StringComparison.Ordinal));
        string[] columns = row.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(3, columns.Length);
        Assert.True(int.Parse(columns[2], NumberStyles.AllowThousands, CultureInfo.InvariantCulture) > 0);
        return int.Parse(columns[1], NumberStyles.AllowThousands, CultureInfo.InvariantCulture);
    }
}

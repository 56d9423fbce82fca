namespace Pooling.Tour;

/// <summary>Tests the program as a process.</summary>
public sealed class TourProcessTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Main_WrongOption_ExitsWith2AndOneLine()
    {
        using SampleProcess process = Start("--fast");

        Assert.Equal("tour: unknown option '--fast' (--help lists the options)", process.Error.ReadToEnd().TrimEnd());
        Assert.Equal(2, process.Wait());
    }

    [Fact]
    public void Main_Help_ExitsWith0()
    {
        using SampleProcess process = Start("--help");

        Assert.Contains("--quick", process.Output.ReadToEnd(), StringComparison.Ordinal);
        Assert.Equal(0, process.Wait());
    }

    [Fact]
    public void Main_InterruptedExport_ExitsWith130AndLeavesNothing()
    {
        if (OperatingSystem.IsWindows())
            return; // a process cannot send Ctrl+C to another one on this system

        using SampleProcess process = Start("--only", "export", "--output", _folder.Path);
        string? line;
        do
        {
            line = process.Output.ReadLine();
        }
        while (line?.StartsWith("measuring", StringComparison.Ordinal) == false);

        process.EndByCtrlC();

        process.Output.ReadToEnd();
        Assert.Equal("tour: interrupted; no file was written", process.Error.ReadToEnd().TrimEnd());
        Assert.Equal(130, process.Wait());
        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    private SampleProcess Start(params string[] arguments) => new(typeof(TourCommand), _folder.Path, arguments);
}

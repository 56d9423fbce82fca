namespace Pooling.Samples;

/// <summary>Tests a program that compares two modes, with servers in separate processes, as a process.</summary>
/// <param name="program">A type of the program.</param>
/// <param name="name">The name of the program in messages.</param>
/// <param name="server">The command line of a server.</param>
/// <param name="announcement">The first output of a server, up to its port.</param>
/// <param name="comparison">The command line of a short comparison, without its duration.</param>
/// <param name="title">The first output of a comparison.</param>
public abstract class ComparisonProcessTests(
    Type program, string name, string server, string announcement, string comparison, string title) : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose()
    {
        _folder.Dispose();
        GC.SuppressFinalize(this);
    }

    [Fact]
    public void Main_WrongCommand_ExitsWith2AndOneLine()
    {
        using SampleProcess process = Start("frob");

        Assert.StartsWith($"{name}: unknown command 'frob'", process.Error.ReadToEnd(), StringComparison.Ordinal);
        Assert.Equal(2, process.Wait());
    }

    [Fact]
    public void Main_InterruptedServer_EndsWell()
    {
        if (OperatingSystem.IsWindows())
            return; // a process cannot send Ctrl+C to another one on this system

        using SampleProcess process = Start($"{server} --port 0");
        Assert.StartsWith(announcement, process.Output.ReadLine(), StringComparison.Ordinal);

        process.EndByCtrlC();

        Assert.Equal(0, process.Wait());
        Assert.Empty(process.Error.ReadToEnd());
    }

    [Fact]
    public void Main_InterruptedComparison_ExitsWith130AndLeavesNothing()
    {
        if (OperatingSystem.IsWindows())
            return; // as above

        using SampleProcess process = Start($"{comparison} --seconds 1000 --json figures.json");
        Assert.StartsWith(title, process.Output.ReadLine(), StringComparison.Ordinal);
        process.Output.ReadLine();
        process.Output.ReadLine(); // titles, and possibly a second

        process.EndByCtrlC();

        Assert.Equal($"{name}: interrupted; no file was written", process.Error.ReadToEnd().TrimEnd());
        Assert.Equal(130, process.Wait());
        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    private SampleProcess Start(string commandLine) => new(program, _folder.Path, commandLine.Split(' '));
}

namespace Pooling.GameServer;

/// <summary>The program as a shell sees it.</summary>
public sealed class GameServerProcessTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Main_WrongCommand_ExitsWith2AndOneLine()
    {
        using SampleProcess process = Start("frob");

        Assert.StartsWith("game-server: unknown command 'frob'", process.Error.ReadToEnd(), StringComparison.Ordinal);
        Assert.Equal(2, process.Wait());
    }

    [Fact]
    public void Main_InterruptedServer_EndsWell()
    {
        if (OperatingSystem.IsWindows())
            return; // a process cannot send Ctrl+C to another one there

        using SampleProcess process = Start("serve", "--port", "0");
        Assert.StartsWith("listening on 127.0.0.1:", process.Output.ReadLine(), StringComparison.Ordinal);

        process.Signal(SampleProcess.Interrupt);

        Assert.Equal(0, process.Wait());
        Assert.Empty(process.Error.ReadToEnd());
    }

    [Fact]
    public void Main_InterruptedComparison_ExitsWith130AndLeavesNothing()
    {
        if (OperatingSystem.IsWindows())
            return; // as above

        using SampleProcess process = Start("--count", "3", "--seconds", "1000", "--json", "game.json");
        Assert.StartsWith("stock: 3 bots", process.Output.ReadLine(), StringComparison.Ordinal);
        process.Output.ReadLine();
        process.Output.ReadLine(); // a second of the server's

        process.Signal(SampleProcess.Interrupt);

        Assert.Equal("game-server: interrupted; no file was written", process.Error.ReadToEnd().TrimEnd());
        Assert.Equal(130, process.Wait());
        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    private SampleProcess Start(params string[] arguments) => new(typeof(GameServerProgram), _folder.Path, arguments);
}

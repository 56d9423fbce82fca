using OpcUa.App;
using Pooling.Samples;

namespace Pooling.OpcUa.App;

/// <summary>The program as a shell sees it.</summary>
public sealed class OpcUaProcessTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Main_WrongCommand_ExitsWith2AndOneLine()
    {
        using SampleProcess process = Start("frob");

        Assert.StartsWith("opcua: unknown command 'frob'", process.Error.ReadToEnd(), StringComparison.Ordinal);
        Assert.Equal(2, process.Wait());
    }

    [Fact]
    public void Main_InterruptedServer_EndsWell()
    {
        if (OperatingSystem.IsWindows())
            return; // a process cannot send Ctrl+C to another one there

        using SampleProcess process = Start("serve", "--nodes", "10", "--rate", "10", "--port", "0");
        Assert.StartsWith("listening on opc.tcp://127.0.0.1:", process.Output.ReadLine(), StringComparison.Ordinal);

        process.Signal(SampleProcess.Interrupt);

        Assert.Equal(0, process.Wait());
        Assert.Empty(process.Error.ReadToEnd());
    }

    [Fact]
    public void Main_InterruptedComparison_ExitsWith130AndLeavesNothing()
    {
        if (OperatingSystem.IsWindows())
            return; // as above

        using SampleProcess process = Start("--items", "10", "--rate", "10", "--seconds", "1000", "--json", "opcua.json");
        Assert.StartsWith("stock, round 1 of 3: 10 items", process.Output.ReadLine(), StringComparison.Ordinal);
        process.Output.ReadLine();
        process.Output.ReadLine(); // titles

        process.Signal(SampleProcess.Interrupt);

        Assert.Equal("opcua: interrupted; no file was written", process.Error.ReadToEnd().TrimEnd());
        Assert.Equal(130, process.Wait());
        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    private SampleProcess Start(params string[] arguments) => new(typeof(OpcUaProgram), _folder.Path, arguments);
}

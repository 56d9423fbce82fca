using System.Net;

namespace Pooling.JsonExport;

/// <summary>Tests the program as a process.</summary>
public sealed class JsonExportProcessTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Main_WrongCommand_ExitsWith2AndOneLine()
    {
        using SampleProcess process = Start("frob");

        Assert.StartsWith("json-export: unknown command 'frob'", process.Error.ReadToEnd(), StringComparison.Ordinal);
        Assert.Equal(2, process.Wait());
    }

    [Fact]
    public void Main_InterruptedExport_ExitsWith130AndLeavesNothing()
    {
        if (OperatingSystem.IsWindows())
            return; // a process cannot send Ctrl+C to another one on this system

        using SampleProcess process = Start("export", "--sink", "file", "--rounds", "10000");
        while (process.Error.ReadLine() is { } line && line != "measuring")
        {
        }

        process.EndByCtrlC();

        Assert.Equal("json-export: interrupted; no file was written", process.Error.ReadToEnd().TrimEnd());
        Assert.Equal(130, process.Wait());
        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    [Fact]
    public void Main_ToStandardOutput_WritesTheDocumentAndNothingElse()
    {
        using SampleProcess process = Start("export", "--sink", "file", "--output", "-", "--writer", "pooled-pipe", "--count", "300");

        string document = process.Output.ReadToEnd();

        Assert.Equal(System.Text.Encoding.UTF8.GetString(ExportContenders.Expected(CustomerPage.Create(300))), document);
        Assert.Equal(0, process.Wait());
        Assert.Empty(process.Error.ReadToEnd());
    }

    [Fact]
    public void Main_BrokenPipe_ExitsWith2AndOneLine()
    {
        if (OperatingSystem.IsWindows())
            return; // reports it in other words

        using SampleProcess process = Start("export", "--sink", "file", "--output", "-", "--writer", "pooled-stream");
        process.Output.Read(new char[100], 0, 100);
        process.Output.Close();

        Assert.Equal("json-export: cannot write 'standard output': Broken pipe", process.Error.ReadToEnd().TrimEnd());
        Assert.Equal(2, process.Wait());
    }

    [Fact]
    public void Main_InterruptedWhileNobodyReadsItsOutput_ExitsWith130()
    {
        if (OperatingSystem.IsWindows())
            return; // as above

        using SampleProcess process = Start("export", "--sink", "file", "--output", "-", "--writer", "serializer");
        process.Output.Read(new char[100], 0, 100);

        process.EndByCtrlC();

        Assert.Equal(130, process.Wait()); // first, because reading to the end would wait forever
        Assert.Equal("json-export: interrupted; no file was written", process.Error.ReadToEnd().TrimEnd());
    }

    [Fact]
    public async Task Main_InterruptedServer_EndsWell()
    {
        if (OperatingSystem.IsWindows())
            return; // as above

        using SampleProcess process = Start("serve", "--port", "0");
        string line = process.Output.ReadLine()!;
        using var client = new HttpClient();
        Assert.Equal(HttpStatusCode.OK,
            (await client.GetAsync(new Uri(new Uri(line["listening on ".Length..]), "customers/pooled-pipe?count=10"))).StatusCode);

        process.EndByCtrlC();

        Assert.Equal(0, process.Wait());
        Assert.Empty(process.Error.ReadToEnd());
    }

    private SampleProcess Start(params string[] arguments) => new(typeof(JsonExportProgram), _folder.Path, arguments);
}

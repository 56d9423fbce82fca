using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Client.Before;
using OpcUa.Client.Browsing;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Views;

namespace Pooling.Benchmarks.Application;

/// <summary>Measures browsing a folder of 1,000 variables in one call, and the whole address space of 40,000.</summary>
/// <remarks>The server runs in the same process. Its bytes, for a list and an array of references, are included for all
/// contenders.</remarks>
[AllThreads]
public class ClientBrowseBenchmarks
{
    private const int FolderVariables = 1_000;
    private const int SpaceVariables = 40_000;

    private static readonly NodeId s_root = new(84);
    private static readonly NodeId s_folder = new("Simulation", LoopbackServer.Namespace);
    private static readonly BrowseDescription s_children = new(default, ReferenceTypeId: new NodeId(33)); // hierarchical references

    private readonly ReferenceCount _count = new(makesTexts: true);
    private readonly ReferenceCount _utf8Count = new(makesTexts: false);
    private readonly BrowseBatch _batch = new() { Nodes = { s_folder }, Description = s_children };
    private LoopbackServer? _server;
    private IBrowsePath _path = null!;
    private AddressSpaceWalk? _walk;

    [GlobalCleanup]
    public void Cleanup()
    {
        (_path as IDisposable)?.Dispose();
        _server!.Dispose();
    }

    [Benchmark(Baseline = true), BenchmarkCategory("folder"), Row("OPCUA-client-browse", Role.Before)]
    public Task<long> ObjectsOfFolder() => BrowseFolder(Before(FolderVariables, CreateObjects));

    [Benchmark, BenchmarkCategory("folder"), Row("OPCUA-client-browse", Role.Published)]
    public Task<long> StructsOfFolder() => BrowseFolder(Before(FolderVariables, CreateStructs));

    [Benchmark, BenchmarkCategory("folder"), Row("OPCUA-client-browse", Role.Ours)]
    public Task<long> KeptCallOfFolder() => BrowseFolder(Pooled(FolderVariables, _count));

    [Benchmark, BenchmarkCategory("folder"), Row("OPCUA-client-browse", Role.Advice, "names stay UTF-8 in the received message")]
    public Task<long> Utf8OfFolder() => BrowseFolder(Pooled(FolderVariables, _utf8Count));

    [Benchmark(Baseline = true), BenchmarkCategory("address space"), Row("OPCUA-browse-address-space", Role.Before)]
    public Task<long> ObjectsOfSpace() => Walk(new AddressSpaceWalk(Before(SpaceVariables, CreateObjects)));

    [Benchmark, BenchmarkCategory("address space"), Row("OPCUA-browse-address-space", Role.Published)]
    public Task<long> StructsOfSpace() => Walk(new AddressSpaceWalk(Before(SpaceVariables, CreateStructs)));

    /// <summary>Keeps the buffers of a walk for the next one.</summary>
    [Benchmark, BenchmarkCategory("address space"), Row("OPCUA-browse-address-space", Role.Ours)]
    public Task<long> KeptCallOfSpace() => Walk(_walk ??= new AddressSpaceWalk(Pooled(SpaceVariables, _count)));

    [Benchmark, BenchmarkCategory("address space")]
    [Row("OPCUA-browse-address-space", Role.Advice, "names stay UTF-8 in the received message")]
    public Task<long> Utf8OfSpace() => Walk(_walk ??= new AddressSpaceWalk(Pooled(SpaceVariables, _utf8Count)));

    private async Task<long> BrowseFolder(IBrowsePath path)
    {
        _count.Reset();
        _utf8Count.Reset();
        await path.BrowseAsync(_batch, _count, default);
        return _count.Total + _utf8Count.Total; // one of them was not used
    }

    private async Task<long> Walk(AddressSpaceWalk walk)
    {
        _count.Reset();
        _utf8Count.Reset();
        await walk.RunAsync(s_root);
        return (_count.Total + _utf8Count.Total) * walk.Nodes.Count;
    }

    private ObjectReferences CreateObjects(UaClient client) => new(client, _count.OnReference);

    private BeforeReferences CreateStructs(UaClient client) => new(client, _count.OnReference);

    private IBrowsePath Before(int variables, Func<UaClient, IBrowsePath> create) => _path ??= create(Start(variables));

    private IBrowsePath Pooled(int variables, ReferenceCount count) => _path ??= new PooledReferences(Start(variables), count);

    private UaClient Start(int variables) => (_server = LoopbackServer.Start(variables)).Client;
}

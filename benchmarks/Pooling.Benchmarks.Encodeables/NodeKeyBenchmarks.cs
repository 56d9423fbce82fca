using System.Collections.Frozen;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>Measures finding the objects of 1,000 nodes, by the text of their ids or by the ids themselves.</summary>
public class NodeKeyBenchmarks
{
    private const int Nodes = 1_000;

    private NodeId[] _ids = [];
    private NodeIdObject[] _objects = [];
    private Dictionary<string, int> _byText = [];
    private Dictionary<NodeId, int> _byId = [];
    private FrozenDictionary<NodeId, int> _byIdFrozen = FrozenDictionary<NodeId, int>.Empty;
    private Dictionary<NodeIdObject, int> _byObject = [];

    [Params("Number", "Text")]
    public string Kind { get; set; } = "";

    [GlobalSetup]
    public void Setup()
    {
        NodeId[] ids = [.. Enumerable.Range(1, Nodes).Select(Create)];
        _byText = Enumerable.Range(0, Nodes).ToDictionary(i => ids[i].ToString());
        _byId = Enumerable.Range(0, Nodes).ToDictionary(i => ids[i]);
        _byIdFrozen = _byId.ToFrozenDictionary();
        _byObject = Enumerable.Range(0, Nodes).ToDictionary(i => new NodeIdObject(ids[i]));
        _ids = [.. Enumerable.Range(1, Nodes).Select(Create)]; // as decoded: equal to the keys, not the same objects
        new Random(5).Shuffle(_ids);
        _objects = [.. _ids.Select(static id => new NodeIdObject(id))];
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Nodes), Row("OPCREP-node-id-text", Role.Before)]
    public long Text()
    {
        long sum = 0;
        foreach (NodeId id in _ids)
            sum = (sum * 3) + _byText[id.ToString()];

        return sum;
    }

    /// <summary>Uses the id as the key, which is an object in the source.</summary>
    [Benchmark(OperationsPerInvoke = Nodes), Row("OPCREP-node-id-text", Role.Published)]
    public long IdObject()
    {
        long sum = 0;
        foreach (NodeIdObject id in _objects)
            sum = (sum * 3) + _byObject[id];

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Nodes), Row("OPCREP-node-id-text", Role.Ours)]
    public long Id()
    {
        long sum = 0;
        foreach (NodeId id in _ids)
            sum = (sum * 3) + _byId[id];

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Nodes), Row("OPCREP-node-id-text", Role.Peer, "the same id in a FrozenDictionary")]
    public long IdFrozen()
    {
        long sum = 0;
        foreach (NodeId id in _ids)
            sum = (sum * 3) + _byIdFrozen[id];

        return sum;
    }

    private NodeId Create(int number) =>
        Kind == "Number" ? new NodeId((uint)number, 2) : new NodeId($"Line7.Machine{number}.Temperature", 2);

    /// <summary>A node id in the published form: an object, whose number is boxed.</summary>
    private sealed class NodeIdObject(NodeId id) : IEquatable<NodeIdObject>
    {
        private readonly object _identifier = id.Kind == NodeIdKind.Numeric ? id.Number : id.Text!;
        private readonly ushort _namespace = id.NamespaceIndex;
        private readonly NodeIdKind _kind = id.Kind;

        public bool Equals(NodeIdObject? other) =>
            other is not null && _namespace == other._namespace && _kind == other._kind && _identifier.Equals(other._identifier);

        public override bool Equals(object? obj) => Equals(obj as NodeIdObject);

        public override int GetHashCode() => HashCode.Combine(_namespace, _kind, _identifier);
    }
}

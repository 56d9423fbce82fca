using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using Pooling.Buffers;

namespace OpcUa.Server.Nodes;

/// <summary>The nodes of the server: a folder with the simulated variables, and the standard nodes that clients read.</summary>
/// <remarks>Any thread may find and read nodes. Values change under <see cref="Lock"/>, so all items receive them in the same
/// order.</remarks>
internal sealed class AddressSpace
{
    public const string ServerUri = "urn:pooling:samples:opcua:server";
    public const string SimulationUri = "urn:pooling:samples:opcua:simulation";

    private const ushort SimulationNamespace = 2;
    private const int StatusBytes = 256;
    private static readonly NodeId s_serverStatusEncoding = new(864);

    private readonly Dictionary<NodeId, Node> _nodes = [];
    private readonly Node[] _variableNodes;
    private readonly DateTime _startTime = DateTime.UtcNow;

    /// <param name="variables">The number of simulated variables.</param>
    /// <param name="operations">The maximum number of operations per request, which clients can read.</param>
    public AddressSpace(int variables, int operations)
    {
        Variables = new SimulatedVariable[variables];
        _variableNodes = new Node[variables];
        var root = new Node(NodeIds.RootFolder, "Root");
        Node objects = root.Add(NodeIds.Organizes, new Node(NodeIds.ObjectsFolder, "Objects"));
        _nodes.Add(root.Id, root);
        _nodes.Add(objects.Id, objects);
        StandardTypes.AddTo(root, _nodes);
        AddServer(objects, (uint)operations);
        AddSimulation(objects);
    }

    /// <summary>Gets the lock for changes of values, and for adding and removing items.</summary>
    public Lock Lock { get; } = new();

    public SimulatedVariable[] Variables { get; }

    /// <summary>Gets or sets whether the simulation is stopped. Access it under the lock.</summary>
    public bool IsFrozen { get; set; }

    public Node? Find(NodeId id)
    {
        if (id is { Kind: NodeIdKind.Numeric, NamespaceIndex: SimulationNamespace } && id.Number - 1 < _variableNodes.Length)
            return _variableNodes[id.Number - 1];

        return _nodes.GetValueOrDefault(id);
    }

    private void AddServer(Node objects, uint operations)
    {
        Node server = Add(objects, NodeIds.Organizes, new Node(NodeIds.Server, "Server") { TypeDefinition = NodeIds.ServerType });
        AddProperty(server, NodeIds.ServerArray, "ServerArray", BuiltInType.String, Constant(ServerUri));
        AddProperty(server, NodeIds.NamespaceArray, "NamespaceArray", BuiltInType.String,
            Constant("http://opcfoundation.org/UA/", ServerUri, SimulationUri));
        Node status = Add(server, NodeIds.HasComponent, new Node(NodeIds.ServerStatus, "ServerStatus")
        {
            Class = NodeClass.Variable,
            TypeDefinition = NodeIds.ServerStatusType,
            DataType = BuiltInType.ExtensionObject,
            Source = new FixedValue(() => Variant.From(MakeStatus()), valueBytes: StatusBytes),
        });
        AddVariable(status, NodeIds.CurrentTime, "CurrentTime", BuiltInType.DateTime, new FixedValue(static () => DateTime.UtcNow));
        AddVariable(status, NodeIds.ServerState, "State", BuiltInType.Int32, new FixedValue(static () => 0)); // running
        Node capabilities = Add(server, NodeIds.HasComponent,
            new Node(NodeIds.ServerCapabilities, "ServerCapabilities") { TypeDefinition = NodeIds.ServerCapabilitiesType });
        Node limits = Add(capabilities, NodeIds.HasComponent,
            new Node(NodeIds.OperationLimits, "OperationLimits") { TypeDefinition = NodeIds.OperationLimitsType });
        var limit = new FixedValue(() => operations);
        AddProperty(limits, NodeIds.MaxNodesPerRead, "MaxNodesPerRead", BuiltInType.UInt32, limit, isArray: false);
        AddProperty(limits, NodeIds.MaxNodesPerWrite, "MaxNodesPerWrite", BuiltInType.UInt32, limit, isArray: false);
        AddProperty(limits, NodeIds.MaxNodesPerBrowse, "MaxNodesPerBrowse", BuiltInType.UInt32, limit, isArray: false);
        AddProperty(limits, NodeIds.MaxMonitoredItemsPerCall, "MaxMonitoredItemsPerCall", BuiltInType.UInt32, limit, isArray: false);
    }

    private void AddSimulation(Node objects)
    {
        Node folder = Add(objects, NodeIds.Organizes, new Node(new NodeId("Simulation", SimulationNamespace), "Simulation"));
        AddVariable(folder, new NodeId("Frozen", SimulationNamespace), "Frozen", BuiltInType.Boolean,
            new FixedValue(() => IsFrozen, Freeze), isWritable: true);
        var counts = new ChangeCounts(Variables, Lock);
        AddProperty(folder, new NodeId("Changes", SimulationNamespace), "Changes", BuiltInType.UInt32, counts);
        for (int i = 0; i < Variables.Length; i++)
        {
            Variables[i] = new SimulatedVariable(counts);
            _variableNodes[i] = folder.Add(NodeIds.Organizes, new Node(new NodeId((uint)i + 1, SimulationNamespace), name: null)
            {
                Class = NodeClass.Variable,
                TypeDefinition = NodeIds.BaseDataVariableType,
                DataType = BuiltInType.Double,
                IsWritable = true,
                Source = Variables[i],
            });
        }
    }

    private Node Add(Node parent, NodeId reference, Node child)
    {
        _nodes.Add(child.Id, child);
        return parent.Add(reference, child);
    }

    private void AddProperty(Node parent, NodeId id, string name, BuiltInType type, IValueSource source, bool isArray = true) =>
        Add(parent, NodeIds.HasProperty, new Node(id, name)
        {
            Class = NodeClass.Variable,
            TypeDefinition = NodeIds.PropertyType,
            DataType = type,
            IsArray = isArray,
            Source = source,
        });

    private void AddVariable(Node parent, NodeId id, string name, BuiltInType type, IValueSource source, bool isWritable = false) =>
        Add(parent, NodeIds.HasComponent, new Node(id, name)
        {
            Class = NodeClass.Variable,
            TypeDefinition = NodeIds.BaseDataVariableType,
            DataType = type,
            IsWritable = isWritable,
            Source = source,
        });

    private StatusCode Freeze(Variant value)
    {
        if (!value.TryGet(out bool isFrozen))
            return StatusCodes.BadTypeMismatch;

        IsFrozen = isFrozen;
        return StatusCode.Good;
    }

    private static FixedValue Constant(params string?[] texts)
    {
        Variant value = Variant.FromArray(texts); // the same for all
        return new FixedValue(() => value);
    }

    private ExtensionObject MakeStatus()
    {
        using var body = new PooledArrayBufferWriter<byte>();
        var encoder = new BinaryEncoder(body);
        encoder.WriteDateTime(_startTime);
        encoder.WriteDateTime(DateTime.UtcNow);
        encoder.WriteInt32(0); // running
        encoder.WriteString(ServerUri); // the build: product, manufacturer, name, version, number, date
        encoder.WriteString(null);
        encoder.WriteString("Pooling simulation server");
        encoder.WriteString(null);
        encoder.WriteString(null);
        encoder.WriteDateTime(default);
        encoder.WriteUInt32(0); // the seconds until shutdown, and the reason
        encoder.WriteLocalizedText(default);
        return new ExtensionObject(s_serverStatusEncoding, body.WrittenSpan.ToArray());
    }
}

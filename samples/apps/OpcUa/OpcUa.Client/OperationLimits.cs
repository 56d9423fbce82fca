using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Client;

/// <summary>The maximum numbers of operations per request that a server accepts (OPC 10000-5, 6.3.11); <see cref="int.MaxValue"/> for no
/// limit.</summary>
/// <param name="NodesPerRead">The maximum number of nodes to read.</param>
/// <param name="NodesPerWrite">The maximum number of nodes to write.</param>
/// <param name="NodesPerBrowse">The maximum number of nodes to browse, or of continuation points.</param>
/// <param name="MonitoredItemsPerCall">The maximum number of items to create or to delete.</param>
public readonly record struct OperationLimits(int NodesPerRead, int NodesPerWrite, int NodesPerBrowse, int MonitoredItemsPerCall)
{
    /// <summary>Gets the limits of a server that has none.</summary>
    public static OperationLimits None { get; } = new(int.MaxValue, int.MaxValue, int.MaxValue, int.MaxValue);

    /// <summary>Gets the nodes of the limits, in the order of the parameters.</summary>
    internal static NodeId[] Nodes { get; } = [new(11705), new(11707), new(11710), new(11714)];

    /// <summary>Creates limits from the values of their nodes.</summary>
    internal static OperationLimits From(ReadOnlySpan<DataValue> values) =>
        new(LimitOf(values[0]), LimitOf(values[1]), LimitOf(values[2]), LimitOf(values[3]));

    // A value that is missing, that has another type, or that is 0 means no limit.
    private static int LimitOf(in DataValue value) => !value.StatusCode.IsBad && value.Value.TryGet(out uint limit) && limit > 0
        ? (int)Math.Min(limit, int.MaxValue)
        : int.MaxValue;
}

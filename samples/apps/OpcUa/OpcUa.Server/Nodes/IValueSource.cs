using OpcUa.Protocol.BuiltIn;
using OpcUa.Server.Subscriptions;

namespace OpcUa.Server.Nodes;

/// <summary>The value of a variable. All methods except <see cref="Read"/> are called under the lock of the
/// <see cref="AddressSpace"/>.</summary>
internal interface IValueSource
{
    /// <summary>Gets the number of bytes of the array or structure to which each value refers; 0 for numbers. Does not change.</summary>
    long ValueBytes { get; }

    DataValue Read();

    /// <summary>Writes a value from a client.</summary>
    StatusCode Write(in DataValue value);

    /// <summary>Adds an item that receives each change.</summary>
    void Attach(MonitoredItem item);

    void Detach(MonitoredItem item);
}

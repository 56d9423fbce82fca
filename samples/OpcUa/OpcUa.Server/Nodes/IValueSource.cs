using OpcUa.Protocol.BuiltIn;
using OpcUa.Server.Subscriptions;

namespace OpcUa.Server.Nodes;

/// <summary>The value of a variable. All members except <see cref="Read"/> are called under the lock of the
/// <see cref="AddressSpace"/>.</summary>
internal interface IValueSource
{
    DataValue Read();

    /// <summary>Writes a value from a client.</summary>
    StatusCode Write(in DataValue value);

    /// <summary>Adds an item that receives each change.</summary>
    void Attach(MonitoredItem item);

    void Detach(MonitoredItem item);
}

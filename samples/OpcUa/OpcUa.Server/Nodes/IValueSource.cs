using OpcUa.Protocol.BuiltIn;
using OpcUa.Server.Subscriptions;

namespace OpcUa.Server.Nodes;

/// <summary>The value of a variable. All but <see cref="Read"/> under the lock of the <see cref="AddressSpace"/>.</summary>
internal interface IValueSource
{
    DataValue Read();

    /// <summary>Takes a value from a client.</summary>
    StatusCode Write(in DataValue value);

    /// <summary>Adds an item that is told of each change.</summary>
    void Attach(MonitoredItem item);

    void Detach(MonitoredItem item);
}

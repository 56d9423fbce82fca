using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>A filter for what an item reports: a <see cref="DataChangeFilter"/> or an <see cref="EventFilter"/>.</summary>
public interface IMonitoringFilter
{
    /// <summary>Encodes the filter for the parameters of an item.</summary>
    ExtensionObject ToExtensionObject();
}

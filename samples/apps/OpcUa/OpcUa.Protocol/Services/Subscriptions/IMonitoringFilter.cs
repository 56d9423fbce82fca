using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>A filter for the reports of an item: a <see cref="DataChangeFilter"/> or an <see cref="EventFilter"/>.</summary>
public interface IMonitoringFilter
{
    /// <summary>Encodes the filter for the parameters of an item.</summary>
    ExtensionObject ToExtensionObject();
}

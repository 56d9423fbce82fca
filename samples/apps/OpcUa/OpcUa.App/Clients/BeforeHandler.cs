using OpcUa.App.Measuring;
using OpcUa.Client.Before;

namespace OpcUa.App.Clients;

/// <summary>The application for events. It is called for each value.</summary>
internal sealed class BeforeHandler(NotificationMeter meter)
{
    private uint? _sequenceNumber;

    public void OnNotification(object? sender, MonitoredItemEventArgs e)
    {
        if (e.SequenceNumber != _sequenceNumber)
        {
            _sequenceNumber = e.SequenceNumber;
            meter.BeginMessage(e.SequenceNumber);
        }

        meter.Add(e.Item?.NodeId.Number ?? 0, e.Notification.Value);
    }
}

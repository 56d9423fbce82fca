using OpcUa.App.Measuring;

namespace OpcUa.App.Clients;

/// <summary>The counters of a client and its process at one moment.</summary>
internal sealed record ClientReading(ProcessReading Process, long Notifications, long Messages, int[] Latencies)
{
    public static ClientReading Of(ProcessMeter process, NotificationMeter notifications) =>
        new(process.Read(), notifications.Notifications, notifications.Messages, notifications.Latencies.Copy());
}

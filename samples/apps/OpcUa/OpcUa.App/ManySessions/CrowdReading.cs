namespace OpcUa.App.ManySessions;

/// <summary>The counters of a crowd and its process at one moment.</summary>
internal sealed record CrowdReading(ProcessReading Process, int Connected, int Refused, long Notifications, int Receiving)
{
    private const long Recently = 3_000; // milliseconds

    public static CrowdReading Of(ProcessMeter process, Crowd crowd)
    {
        long now = Environment.TickCount64;
        return new CrowdReading(
            process.Read(), crowd.Connected, crowd.Refused, crowd.Notifications,
            crowd.Sessions.Count(session => session.Notifications > 0 && session.Silence(now) < Recently));
    }
}

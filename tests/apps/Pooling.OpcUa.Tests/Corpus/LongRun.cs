namespace Pooling.OpcUa.Corpus;

/// <summary>Repeats an action a number of times, or for the number of minutes in <c>POOLING_OPCUA_MINUTES</c>.</summary>
internal static class LongRun
{
    public static void Repeat(int times, Action<int> action)
    {
        _ = int.TryParse(Environment.GetEnvironmentVariable("POOLING_OPCUA_MINUTES"), out int minutes);
        long end = Environment.TickCount64 + (minutes * 60_000L);
        for (int i = 0; i < times || Environment.TickCount64 < end; i++)
            action(i);
    }
}

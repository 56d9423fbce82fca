namespace OpcUa.Client.Connections;

/// <summary>Limits numbers that a server chose to a range with which a client can compute.</summary>
internal static class ServerNumbers
{
    /// <summary>The longest time that a server can set, in milliseconds: 24 days.</summary>
    private const double Longest = int.MaxValue;

    /// <summary>Returns a time in milliseconds.</summary>
    /// <param name="value">The number of the server, which may be infinite or not a number.</param>
    /// <param name="least">The shortest time.</param>
    /// <param name="otherwise">The time to use if the value is not a number.</param>
    public static double Milliseconds(double value, double least, double otherwise) =>
        double.IsNaN(value) ? otherwise : Math.Clamp(value, least, Longest);

    /// <summary>Returns a time.</summary>
    /// <param name="milliseconds">The number of the server, which may be infinite or not a number.</param>
    /// <param name="least">The shortest time.</param>
    /// <param name="otherwise">The time to use if the value is not a number.</param>
    public static TimeSpan Time(double milliseconds, TimeSpan least, TimeSpan otherwise) =>
        TimeSpan.FromMilliseconds(Milliseconds(milliseconds, least.TotalMilliseconds, otherwise.TotalMilliseconds));
}

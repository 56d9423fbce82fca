namespace Pooling.Buffers;

/// <summary>The 64 bits of a time, as <see cref="DateTime.ToBinary"/> has them.</summary>
internal static class DateTimeBits
{
    /// <summary>Returns the time with these bits.</summary>
    /// <exception cref="InvalidDataException">No time has these bits.</exception>
    internal static DateTime ToDateTime(ulong bits)
    {
        try
        {
            return DateTime.FromBinary((long)bits);
        }
        catch (ArgumentException exception)
        {
            throw new InvalidDataException("The bits are not those of a time: it has too many ticks.", exception);
        }
    }
}

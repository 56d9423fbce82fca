using System.Globalization;
using Pooling.Buffers;
using Pooling.Json;
using Pooling.Objects;

namespace Pooling.Extensions;

/// <summary>The keys that configuration can set, for each class of options, and how each of them is read.</summary>
/// <remarks>Written out instead of bound by reflection or generated code, so that every error names its key and its
/// value, and trimming has nothing to find out. A test compares the keys with the properties.</remarks>
internal static class OptionKeys
{
    internal static IReadOnlyDictionary<string, Action<PoolOptions, string?>> Objects { get; } = Keys<PoolOptions>(
        (nameof(PoolOptions.Name), static (options, value) => options.Name = value),
        (nameof(PoolOptions.MaxRetained), static (options, value) => options.MaxRetained = Int32(value)),
        (nameof(PoolOptions.MaxRetainedPerThread),
            static (options, value) =>
                options.MaxRetainedPerThread = string.IsNullOrEmpty(value) ? null : Int32(value)),
        (nameof(PoolOptions.TrimAfter), static (options, value) => options.TrimAfter = Time(value)));

    internal static IReadOnlyDictionary<string, Action<BufferWriterPoolOptions, string?>> BufferWriters { get; } =
        BufferKeys<BufferWriterPoolOptions>(
            (nameof(BufferWriterPoolOptions.InitialCapacity),
                static (options, value) => options.InitialCapacity = Int32(value)),
            (nameof(BufferWriterPoolOptions.MaxCapacity),
                static (options, value) => options.MaxCapacity = Int32(value)));

    internal static IReadOnlyDictionary<string, Action<Utf8JsonWriterPoolOptions, string?>> JsonWriters { get; } =
        BufferKeys<Utf8JsonWriterPoolOptions>((nameof(Utf8JsonWriterPoolOptions.MaxCapacity),
            static (options, value) => options.MaxCapacity = Int32(value)));

    internal static IReadOnlyDictionary<string, Action<MagazineMemoryPoolOptions, string?>> Memory { get; } =
        BufferKeys<MagazineMemoryPoolOptions>((nameof(MagazineMemoryPoolOptions.BlockSize),
            static (options, value) => options.BlockSize = Int32(value)));

    /// <summary>Reads a Boolean value.</summary>
    /// <exception cref="FormatException">It is neither true nor false.</exception>
    internal static bool Boolean(string? value) =>
        bool.TryParse(value, out bool parsed) ? parsed : throw new FormatException("it must be true or false.");

    private static int Int32(string? value) =>
        int.TryParse(value, NumberStyles.Integer, CultureInfo.InvariantCulture, out int parsed)
            ? parsed
            : throw new FormatException($"it must be a whole number of at most {int.MaxValue}.");

    private static long? Limit(string? value) =>
        string.IsNullOrEmpty(value) ? null
        : long.TryParse(value, NumberStyles.Integer, CultureInfo.InvariantCulture, out long parsed) ? parsed
        : throw new FormatException($"it must be a whole number of at most {long.MaxValue}, or null for no limit.");

    // In other formats, a number alone is a number of days, and so is an hour above 23.
    private static TimeSpan Time(string? value) =>
        value?.Contains(':') is true
        && TimeSpan.TryParseExact(value, "c", CultureInfo.InvariantCulture, out TimeSpan parsed)
            ? parsed
            : throw new FormatException("it must be a time, such as 00:00:10, or 1.00:00:00 for a day.");

    private static Dictionary<string, Action<T, string?>> BufferKeys<T>(
        params ReadOnlySpan<(string Name, Action<T, string?> Set)> own)
        where T : BufferPoolOptions => Keys<T>(
        [
            (nameof(BufferPoolOptions.Name), static (options, value) => options.Name = value),
            .. own,
            (nameof(BufferPoolOptions.MaxRetained), static (options, value) => options.MaxRetained = Int32(value)),
            (nameof(BufferPoolOptions.MaxRetainedCapacity),
                static (options, value) => options.MaxRetainedCapacity = Int32(value)),
            (nameof(BufferPoolOptions.MaxRetainedBytes),
                static (options, value) => options.MaxRetainedBytes = Limit(value)),
            (nameof(BufferPoolOptions.ClearOnReturn),
                static (options, value) => options.ClearOnReturn = Boolean(value)),
            (nameof(BufferPoolOptions.TrimAfter), static (options, value) => options.TrimAfter = Time(value)),
        ]);

    private static Dictionary<string, Action<T, string?>> Keys<T>(
        params ReadOnlySpan<(string Name, Action<T, string?> Set)> keys)
    {
        var result = new Dictionary<string, Action<T, string?>>(StringComparer.OrdinalIgnoreCase);
        foreach ((string name, Action<T, string?> set) in keys)
            result.Add(name, set);

        return result;
    }
}

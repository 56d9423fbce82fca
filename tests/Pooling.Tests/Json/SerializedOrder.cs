using System.Text.Json.Serialization;

namespace Pooling.Json;

/// <summary>The object that the tests serialize, with all kinds of members that JSON has.</summary>
internal sealed record SerializedOrder(int Id, string Customer, bool IsPaid, decimal Total, DateTime Date, Guid Key, byte[] Blob,
    string?[] Lines, Dictionary<string, double> Prices)
{
    public SerializedOrder? Previous { get; init; }

    internal static SerializedOrder Sample(int id) => new(
        id,
        "ACME \"Ltd\" \uD83D\uDE00 & sons",
        id % 2 == 0,
        12.50m * id,
        new DateTime(2026, 1, 1, 12, 0, 0, DateTimeKind.Utc).AddMinutes(id),
        new Guid(id, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
        [1, 2, 3, (byte)id],
        ["a", null, "ä", new string('x', id % 100)],
        new Dictionary<string, double> { ["eins"] = 1.5, ["zwei"] = -2e10 })
    {
        Previous = id % 10 == 0 && id > 0 ? Sample(id - 1) : null,
    };
}

[JsonSerializable(typeof(SerializedOrder))]
[JsonSerializable(typeof(SerializedOrder[]))]
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Default)]
internal sealed partial class OrderJsonContext : JsonSerializerContext;

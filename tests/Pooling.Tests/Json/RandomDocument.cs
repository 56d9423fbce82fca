using System.Text.Encodings.Web;
using System.Text.Json;

namespace Pooling.Json;

/// <summary>A sequence of calls of a writer, determined by a seed: usually a valid document, sometimes with invalid calls.</summary>
internal sealed class RandomDocument
{
    private static readonly string[] s_pieces =
    [
        "a", "Z9", " ", "\"", "\\", "/", "\n", "\t", "\0", "<&>'+", "\u007f", "ä", "ß", "€", "\u2028", "\uFFFE",
        "\uD83D\uDE00", "\uD800", "\uDC05", "\uD800\uDC05",
    ];

    private readonly Random _random;
    private readonly List<Type> _faults = [];
    private readonly bool _mayFail;
    private int _left;

    private RandomDocument(int seed, int size, bool mayFail)
    {
        _random = new Random(seed);
        _left = size;
        _mayFail = mayFail;
    }

    /// <summary>Writes the document of a seed.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="seed">The seed, which determines everything except the size.</param>
    /// <param name="size">The approximate number of values.</param>
    /// <param name="mayFail">Whether invalid calls are mixed in.</param>
    /// <returns>The types of the exceptions that the calls threw.</returns>
    internal static List<Type> Write(Utf8JsonWriter writer, int seed, int size, bool mayFail = false)
    {
        var document = new RandomDocument(seed, size, mayFail);
        document.Container(writer, name: null);
        while (writer.CurrentDepth > 0 && document.Try(writer.WriteEndObject) && document.Try(writer.WriteEndArray))
        {
            // Closes the containers that invalid calls have left open. One of the two calls fails, unless the writer does not validate.
        }

        return document._faults;
    }

    private void Container(Utf8JsonWriter writer, string? name)
    {
        if (_random.Next(2) == 0)
        {
            Try(() => Start(writer.WriteStartObject, writer.WriteStartObject, name));
            for (int i = _random.Next(8); i >= 0 && _left > 0; i--)
                Value(writer, Text(12));

            Try(writer.WriteEndObject);
        }
        else
        {
            Try(() => Start(writer.WriteStartArray, writer.WriteStartArray, name));
            for (int i = _random.Next(8); i >= 0 && _left > 0; i--)
                Value(writer, name: null);

            Try(writer.WriteEndArray);
        }
    }

    private void Value(Utf8JsonWriter writer, string? name)
    {
        _left--;
        if (_mayFail && _random.Next(10) == 0)
            name = name is null ? "misplaced" : null;

        if (name is not null && _random.Next(3) == 0)
        {
            string separate = name;
            name = null;
            Try(() => writer.WritePropertyName(separate));
        }

        if (_left > 0 && _random.Next(3) == 0)
        {
            Container(writer, name);
            return;
        }

        if (name is not null)
            Try(() => writer.WritePropertyName(name));

        Action write = Scalar(writer);
        Try(write);
        switch (_random.Next(40))
        {
            case 0:
                writer.Flush();
                break;
            case 1:
                Try(() => writer.WriteCommentValue("a comment"));
                break;
        }
    }

    private Action Scalar(Utf8JsonWriter writer)
    {
        switch (_random.Next(_mayFail ? 18 : 17))
        {
            case 0:
                return writer.WriteNullValue;
            case 1:
                bool flag = _random.Next(2) == 0;
                return () => writer.WriteBooleanValue(flag);
            case 2:
                long number = ((long)_random.Next() << 32) - _random.Next();
                return () => writer.WriteNumberValue(number);
            case 3:
                double real = _random.NextDouble() * 1e200;
                return () => writer.WriteNumberValue(real);
            case 4:
                decimal exact = new(_random.Next(), _random.Next(), _random.Next(), true, 20);
                return () => writer.WriteNumberValue(exact);
            case 5:
                byte[] bytes = Bytes(_random.Next(100));
                return () => writer.WriteBase64StringValue(bytes);
            case 6:
                byte[] many = Bytes(_random.Next(40_000));
                return () => writer.WriteBase64StringValue(many);
            case 7:
                byte[] anything = Bytes(_random.Next(50)); // hardly ever valid UTF-8
                return () => writer.WriteStringValue(anything);
            case 8:
                byte[] key = Bytes(16);
                return () => writer.WriteStringValue(new Guid(key));
            case 9:
                long ticks = _random.Next() * 1_000_000L;
                return () => writer.WriteStringValue(new DateTime(ticks, DateTimeKind.Utc));
            case 10:
                string escaped = Text(10);
                return () => writer.WriteStringValue(JsonEncodedText.Encode(escaped, JavaScriptEncoder.UnsafeRelaxedJsonEscaping));
            case 11:
                return () => writer.WriteRawValue("{ \"raw\" : [1, 2,\n 3] }");
            case 12:
                string repeated = new('x', _random.Next(60_000));
                return () => writer.WriteStringValue(repeated);
            case 13:
                string longer = Text(3_000);
                return () => writer.WriteStringValue(longer);
            case 14:
                string[] segments = [Text(5), Text(3_000), Text(1)];
                return () =>
                {
                    for (int i = 0; i < segments.Length; i++)
                        writer.WriteStringValueSegment(segments[i].AsSpan(), i == segments.Length - 1);
                };
            case 17:
                return () => writer.WriteRawValue("[1,");
            default:
                string text = Text(20);
                return () => writer.WriteStringValue(text);
        }
    }

    private static void Start(Action unnamed, Action<string> named, string? name)
    {
        if (name is null)
            unnamed();
        else
            named(name);
    }

    private bool Try(Action call)
    {
        try
        {
            call();
            return true;
        }
        catch (Exception exception) when (exception is InvalidOperationException or ArgumentException or JsonException)
        {
            _faults.Add(exception.GetType());
            return _faults.Count < 500;
        }
    }

    private string Text(int maxPieces)
    {
        var text = new System.Text.StringBuilder();
        for (int i = _random.Next(maxPieces + 1); i > 0; i--)
            text.Append(s_pieces[_random.Next(s_pieces.Length)]);

        return text.ToString();
    }

    private byte[] Bytes(int count)
    {
        byte[] bytes = new byte[count];
        _random.NextBytes(bytes);
        return bytes;
    }
}

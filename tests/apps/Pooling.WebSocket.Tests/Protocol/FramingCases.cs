using System.Text;
using static Pooling.WebSockets.Protocol.FrameBytes;

namespace Pooling.WebSockets.Protocol;

/// <summary>Groups 1 to 5, 7 and 10 of the table, and additional cases: the received bytes, and the expected result.</summary>
internal static class FramingCases
{
    private static readonly byte[] s_nothing = [];

    public static IEnumerable<(string Id, byte[] Bytes, string[] Events)> All() =>
        [.. Lengths(), .. Pings(), .. ReservedBits(), .. Opcodes(), .. Fragments(), .. Closes(), .. Own()];

    private static IEnumerable<(string, byte[], string[])> Lengths()
    {
        foreach (int length in new[] { 0, 125, 126, 127, 128, 65_535, 65_536 })
        {
            byte[] payload = [.. Enumerable.Repeat((byte)'*', length)];
            byte[] data = [.. Enumerable.Range(0, length).Select(static i => (byte)(i * 7))];
            yield return ($"1.1 {length}", Frame(Text, payload), [$"text {ReaderRun.Tell(payload)}"]);
            yield return ($"1.2 {length}", Frame(Binary, data), [$"binary {ReaderRun.Tell(data)}"]);
            byte[][] parts = length == 0 ? [data] : [.. data.Chunk(1300)];
            byte[][] frames = [.. parts.Select((part, i) => Frame(i == 0 ? Binary : Continuation, part, i == parts.Length - 1))];
            yield return ($"10.1 {length}", Join(frames), [$"binary {ReaderRun.Tell(data)}"]);
        }
    }

    private static IEnumerable<(string, byte[], string[])> Pings()
    {
        byte[] most = [.. Enumerable.Repeat((byte)0xFE, 125)];
        byte[] tooMuch = [.. most, 0xFE];
        yield return ("2.1", PingFrame(""), ["ping "]);
        yield return ("2.2", PingFrame("Hello"), ["ping Hello"]);
        yield return ("2.3", Frame(Ping, [0x00, 0xFF, 0xFE, 0xFD]), ["ping \u0000\u00FF\u00FE\u00FD"]);
        yield return ("2.4", Frame(Ping, most), [$"ping {Encoding.Latin1.GetString(most)}"]);
        yield return ("2.5", Frame(Ping, tooMuch), ["fail 1002"]);
        yield return ("2.7", Frame(Pong, s_nothing), ["pong "]);
        yield return ("2.8", Frame(Pong, [65]), ["pong A"]);
        yield return ("2.9", Join(Frame(Pong, [65]), PingFrame("B")), ["pong A", "ping B"]);
        yield return ("2.10", Join([.. Enumerable.Range(0, 10).Select(static i => PingFrame($"{i}"))]),
            [.. Enumerable.Range(0, 10).Select(static i => $"ping {i}")]);
    }

    private static IEnumerable<(string, byte[], string[])> ReservedBits()
    {
        for (int bits = 1; bits <= 7; bits++)
        {
            foreach (int opcode in new[] { Text, Binary, Ping, Pong, Close })
                yield return ($"3 {bits} {opcode}", Frame(opcode, s_nothing, reserved: bits), ["fail 1002"]);

            byte[] between = Join(TextFrame("a"), Frame(Text, [66], reserved: bits), PingFrame(""));
            yield return ($"3 {bits} between", between, ["text a", "fail 1002"]);
            yield return ($"3 {bits} more", Join(TextFrame("a", false), Frame(Continuation, [66], reserved: bits)), ["fail 1002"]);
        }
    }

    private static IEnumerable<(string, byte[], string[])> Opcodes()
    {
        foreach (int opcode in new[] { 3, 4, 5, 6, 7, 11, 12, 13, 14, 15 })
        {
            yield return ($"4 {opcode}", Frame(opcode, s_nothing), ["fail 1002"]);
            yield return ($"4 {opcode} payload", Frame(opcode, [65]), ["fail 1002"]);
            yield return ($"4 {opcode} between", Join(TextFrame("a"), Frame(opcode, [65]), PingFrame("")), ["text a", "fail 1002"]);
        }
    }

    private static IEnumerable<(string, byte[], string[])> Fragments()
    {
        yield return ("5.1", Join(Frame(Ping, [65], false), Frame(Continuation, [66])), ["fail 1002"]);
        yield return ("5.2", Join(Frame(Pong, [65], false), Frame(Continuation, [66])), ["fail 1002"]);
        yield return ("5.3", Join(TextFrame("one", false), More("two", true)), ["text onetwo"]);
        yield return ("5.6", Join(TextFrame("one", false), PingFrame("p"), More("two", true)), ["ping p", "text onetwo"]);
        yield return ("5.9", Join(More("x", true), TextFrame("y")), ["fail 1002"]);
        yield return ("5.10", Join(More("x", false), TextFrame("y")), ["fail 1002"]);
        yield return ("5.15", Join(TextFrame("a", false), More("b", true), More("c", false), TextFrame("d")), ["text ab", "fail 1002"]);
        yield return ("5.18", Join(TextFrame("a", false), TextFrame("b")), ["fail 1002"]);
        yield return ("5.19",
            Join(
                TextFrame("1", false), More("2", false), PingFrame("p"), More("3", false), More("4", false), PingFrame("q"),
                More("5", true)),
            ["ping p", "ping q", "text 12345"]);
        yield return ("6.1.2", Join(TextFrame("", false), More("", false), More("", true)), ["text "]);
        yield return ("6.1.3", Join(TextFrame("", false), More("middle", false), More("", true)), ["text middle"]);
    }

    private static IEnumerable<(string, byte[], string[])> Closes()
    {
        string most = new('*', 123);
        yield return ("7.1.1", Join(TextFrame("a"), CloseFrame(1000)), ["text a", "close 1000"]);
        yield return ("7.1.2", Join(CloseFrame(1000), CloseFrame(1001), TextFrame("b"), PingFrame("")), ["close 1000"]);
        yield return ("7.1.5", Join(TextFrame("a", false), CloseFrame(1000), More("b", true)), ["close 1000"]);
        yield return ("7.3.1", Frame(Close, s_nothing), ["close 1005"]);
        yield return ("7.3.2", Frame(Close, [3]), ["fail 1002"]);
        yield return ("7.3.4", CloseFrame(1000, "Hello"), ["close 1000 Hello"]);
        yield return ("7.3.5", CloseFrame(1000, most), [$"close 1000 {most}"]);
        yield return ("7.3.6", CloseFrame(1000, most + "*"), ["fail 1002"]);
        yield return ("7.5.1", Frame(Close, [.. CodeBytes(1000), 0xCE, 0xBA, 0xED, 0xA0, 0x80]), ["fail 1007"]);
        foreach (int code in new[] { 1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999 })
            yield return ($"7.7 {code}", CloseFrame(code), [$"close {code}"]);

        foreach (int code in new[] { 0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535 })
            yield return ($"7.9 {code}", CloseFrame(code), ["fail 1002"]);
    }

    private static IEnumerable<(string, byte[], string[])> Own()
    {
        yield return ("unmasked", Frame(Text, [65], isMasked: false), ["fail 1002"]);
        yield return ("top bit", [0x82, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 65], ["fail 1002"]);
        yield return ("longest", [0x82, 0xFF, 0x7F, 255, 255, 255, 255, 255, 255, 255, 1, 2, 3, 4], ["fail 1009"]);
        yield return ("16 for 125", Frame(Text, new byte[125], lengthSize: 2), ["fail 1002"]);
        yield return ("64 for 125", Frame(Text, new byte[125], lengthSize: 8), ["fail 1002"]);
        yield return ("64 for 65,535", Frame(Text, new byte[65_535], lengthSize: 8), ["fail 1002"]);
        yield return ("16 for a ping", Frame(Ping, new byte[5], lengthSize: 2), ["fail 1002"]);
    }
}

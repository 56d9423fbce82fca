using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Dispatch;

/// <summary>Tests the diagnostics for handlers from which no dispatcher can be created.</summary>
public sealed partial class OpcodeHandlerAnalyzerTests
{
    private const string Parser = "public readonly struct P : IPacketParser<int> { "
        + "public bool TryParse(ReadOnlySpan<byte> payload, out int packet) { packet = 0; return true; } }";

    private const string Enums = "public enum O : ushort { Move = 0x2007 } public enum B : byte { Last = 255 } "
        + "public enum S : sbyte { Last = -1 } public enum H : short { Last = -1 }\n"
        + "public enum I { Last = -1 } public enum L : ulong { None, Last = 1UL << 63 } [Flags] public enum F : byte { A = 1, B = 2 }\n";

    [Theory]
    [InlineData("public class A { [OpcodeHandler(1, Parser = typeof(P))] void On(long context, int packet) { } }",
        "POOL201 at 'A': Make 'A' a partial class")]
    [InlineData("public class B { public partial class A { "
        + "[OpcodeHandler(1, Parser = typeof(P))] void On(long context, int packet) { } } }",
        "POOL201 at 'B': Make 'B' a partial class")]
    [InlineData("public partial struct A { [OpcodeHandler(1, Parser = typeof(P))] void On(long context, int packet) { } }",
        "POOL201 at 'A': Make 'A' a partial class")]
    public Task Analyze_NotPartial_AsksForPartial(string source, string expected) => ExpectAsync(source, expected);

    [Theory]
    [InlineData("int On(long context, int packet) => 1;", "POOL202 at 'On'")]
    [InlineData("void On(long context) { }", "POOL202 at 'On'")]
    [InlineData("void On(long context, int packet, CancellationToken token) { }", "POOL202 at 'On'")]
    [InlineData("void On(ref long context, int packet) { }", "POOL202 at 'On'")]
    [InlineData("void On(long context, out int packet) => packet = 1;", "POOL202 at 'On'")]
    [InlineData("void On<T>(long context, int packet) { }", "POOL202 at 'On'")]
    [InlineData("void On(ReadOnlySpan<byte> context, int packet) { }", "POOL202 at 'On'")]
    [InlineData("void On(long context, int packet) { } [OpcodeHandler(2, Parser = typeof(P))] void Other(string context, int packet) { }",
        "POOL202 at 'Other'")]
    public Task Analyze_OtherSignature_IsRefused(string method, string expected) => ExpectOfMethodAsync(method, expected);

    [Theory]
    [InlineData("void On(long context, int packet) { } [OpcodeHandler(0x1, Parser = typeof(P))] void Other(long context, int packet) { }",
        "POOL203 at 'Other': Give 'Other' another opcode: 0x0001 is already handled by 'On'")]
    [InlineData("[OpcodeHandler(1, Parser = typeof(P))] void On(long context, int packet) { }", "POOL203 at 'On'")]
    public Task Analyze_DuplicateOpcode_IsRefused(string method, string expected) => ExpectOfMethodAsync(method, expected);

    [Fact]
    public Task Analyze_NoStates_IsNeverReached() =>
        ExpectAsync("public partial class A { [OpcodeHandler(1, Parser = typeof(P), States = 0)] void On(long context, int packet) { } }",
            "POOL204 at 'On': Set 'States' of 'On'");

    [Fact]
    public Task Analyze_NoStatesOfAnEnum_IsNeverReached() => ExpectOfAttributeAsync("1, States = L.None", "POOL204 at 'On'");

    [Theory]
    [InlineData("O.Move")]
    [InlineData("B.Last")]
    [InlineData("S.Last")]
    [InlineData("H.Last")]
    [InlineData("(byte)5")]
    [InlineData("'a'")]
    [InlineData("1, States = F.A | F.B")]
    [InlineData("1, States = L.Last")]
    [InlineData("1, States = I.Last")]
    [InlineData("1, States = 0b11")]
    [InlineData("1, States = (sbyte)1")]
    [InlineData("1, States = 1L")]
    [InlineData("1, States = ulong.MaxValue")]
    [InlineData("1, States = null")]
    public Task Analyze_EnumsAndNumbers_AreFine(string arguments) => ExpectOfAttributeAsync(arguments);

    [Theory]
    [InlineData("I.Last", "I.Last")]
    [InlineData("L.None", "L.None")]
    [InlineData("70000", "70000")]
    [InlineData("-1", "-1")]
    [InlineData("5L", "5")]
    [InlineData("\"move\"", "\"move\"")]
    [InlineData("null", "null")]
    [InlineData("typeof(int)", "typeof(int)")]
    public Task Analyze_OtherOpcodes_AreRefused(string opcode, string shown) =>
        ExpectOfAttributeAsync(opcode,
            $"POOL209 at 'On': Give 'On' an opcode from 0 to 0xFFFF, or a value of an enum of 8 or 16 bits: {shown} is neither");

    [Theory]
    [InlineData("-1")]
    [InlineData("(short)-1")]
    [InlineData("-1L")]
    [InlineData("1.0")]
    [InlineData("\"all\"")]
    [InlineData("true")]
    [InlineData("new[] { 1 }")]
    public Task Analyze_OtherStates_AreRefused(string states) =>
        ExpectOfAttributeAsync($"1, States = {states}", "POOL210 at 'On': Set 'States' of 'On'");

    [Theory]
    [InlineData("S.Last", "0x00FF")]
    [InlineData("(B)255", "0x00FF")]
    [InlineData("H.Last", "0xFFFF")]
    public Task Analyze_EnumAndNumberOfTheSameBits_AreDuplicates(string opcode, string number) =>
        ExpectOfAttributeAsync($"{number}, Parser = typeof(P)), OpcodeHandler({opcode}",
            $"POOL203 at 'On': Give 'On' another opcode: {number}");

    [Theory]
    [InlineData("[OpcodeHandler(1)] void On(long context, int packet) { }",
        "POOL205 at 'On': Set 'Parser' of 'On' to a struct that implements IPacketParser<Int32>")]
    [InlineData("[OpcodeHandler(1, Parser = typeof(P))] void On(long context, string packet) { }", "POOL205 at 'On'")]
    [InlineData("[OpcodeHandler(1, Parser = typeof(string))] void On(long context, int packet) { }", "POOL205 at 'On'")]
    [InlineData("[OpcodeHandler(1)] void On(long context, Hidden packet) { } public readonly struct Hidden2 { } "
        + "public struct Hidden { static bool TryParse(ReadOnlySpan<byte> payload, out Hidden packet) { packet = default; return true; } }",
        "POOL205 at 'On'")]
    public Task Analyze_NoParser_IsAskedFor(string members, string expected) =>
        ExpectAsync("public partial class A { " + members + " }", expected);

    [Theory]
    [InlineData("void On(in long context, in int packet) { }")]
    [InlineData("void On(long context, int packet) { }")]
    [InlineData("void On(string context, int packet) { } "
        + "[OpcodeHandler(2, Parser = typeof(P))] void Other(string? context, int packet) { }")]
    public Task Analyze_ProperHandlers_AreFine(string method) => ExpectOfMethodAsync(method);

    [Fact]
    public Task Analyze_ContextInATypeOfAHiddenOne_LimitsTheDispatcher() => ExpectAsync(
        "internal class Hidden; public class Outer<T> { public class Context; } public partial class A { "
            + "[OpcodeHandler(1, Parser = typeof(P))] void On(Outer<Hidden>.Context context, int packet) { } }");

    [Theory]
    [InlineData("Task On(long context, int packet) => Task.CompletedTask;")]
    [InlineData("Task<int> On(long context, int packet) => Task.FromResult(1);")]
    [InlineData("ValueTask On(long context, int packet) => default;")]
    [InlineData("ValueTask<int> On(long context, int packet) => default;")]
    [InlineData("async ValueTask On(long context, int packet, CancellationToken token) => await Task.Yield();")]
    [InlineData("async void On(long context, int packet) => await Task.Yield();")]
    public Task Analyze_AsynchronousHandler_NamesTheSwitch(string method) => ExpectOfMethodAsync(
        method,
        "POOL202 at 'On': Make 'On' a method (context, packet) that returns void: "
            + "it is asynchronous: call it from a switch");

    [Fact]
    public void Releases_ListAllDiagnostics()
    {
        IEnumerable<DiagnosticDescriptor> descriptors = new OpcodeHandlerAnalyzer().SupportedDiagnostics;
        IEnumerable<string> listed = Directory.EnumerateFiles(RepositoryTree.PathOf("src", "Pooling.Analyzers"), "AnalyzerReleases.*.md")
            .SelectMany(File.ReadLines).Where(static line => line.StartsWith("POOL2", StringComparison.Ordinal));

        Assert.Equal(descriptors.Select(static each => $"{each.Id} | {each.Category} | {each.DefaultSeverity} | {each.Title}").Order(),
            listed.Order());
    }

    [Fact]
    public void Page_ExplainsAllDiagnostics()
    {
        IEnumerable<DiagnosticDescriptor> descriptors = new OpcodeHandlerAnalyzer().SupportedDiagnostics;
        IEnumerable<string> explained = HeadingPattern().Matches(File.ReadAllText(RepositoryTree.PathOf("docs", "compiler-messages.md")))
            .Select(static match => match.Groups["heading"].Value);

        Assert.Equal(descriptors.Select(static each => $"{each.Id}: {each.Title}").Order(), explained.Order());
    }

    private static Task ExpectOfMethodAsync(string method, params string[] expected) =>
        ExpectAsync("public partial class A { [OpcodeHandler(1, Parser = typeof(P))] " + method + " }", expected);

    private static Task ExpectOfAttributeAsync(string arguments, params string[] expected) => ExpectAsync(
        "public partial class A { [OpcodeHandler(" + arguments + ", Parser = typeof(P))] void On(long context, int packet) { } }" + Enums,
        expected);

    private static async Task ExpectAsync(string source, params string[] expected)
    {
        string[] found = await DispatchCompiler.AnalyzeAsync(source + Parser);

        Assert.True(expected.Length == found.Length, $"Expected:\n{string.Join('\n', expected)}\nfound:\n{string.Join('\n', found)}");
        Assert.All(expected.Zip(found), static pair => Assert.StartsWith(pair.First, pair.Second));
        if (expected.Length == 0)
            DispatchCompiler.Load(source + Parser);
    }

    [GeneratedRegex(@"^### (?<heading>POOL2.+?)\s*$", RegexOptions.Multiline)]
    private static partial Regex HeadingPattern();
}

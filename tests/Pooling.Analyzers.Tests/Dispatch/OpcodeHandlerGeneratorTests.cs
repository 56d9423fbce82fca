using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Pooling.Analyzers.Dispatch;

/// <summary>Tests the output of the generator, as text and at run time.</summary>
public sealed class OpcodeHandlerGeneratorTests
{
    private const string Packets = """
        public readonly record struct Connection(List<string> Log);

        public readonly record struct Move(int Length)
        {
            public static bool TryParse(ReadOnlySpan<byte> payload, out Move packet)
            {
                packet = new Move(payload.Length);
                return payload.Length > 0;
            }
        }

        public readonly struct Ping : IPacketParser<Ping>
        {
            public bool TryParse(ReadOnlySpan<byte> payload, out Ping packet)
            {
                packet = default;
                return payload.IsEmpty;
            }
        }

        public readonly struct WordParser : IPacketParser<string>
        {
            public bool TryParse(ReadOnlySpan<byte> payload, [System.Diagnostics.CodeAnalysis.MaybeNullWhen(false)] out string packet)
            {
                packet = new string('x', payload.Length);
                return true;
            }
        }

        public readonly struct RentedParser : IPooledPacketParser<List<int>>
        {
            public static int Out;

            public bool TryParse(ReadOnlySpan<byte> payload, out List<int> packet)
            {
                packet = [payload.Length];
                Out++;
                return true;
            }

            public void ReturnPacket(List<int> packet) => Out--;
        }

        """;

    private const string Handlers = """
        public sealed partial class Game
        {
            [OpcodeHandler(0x2007)]
            private void OnMove(in Connection connection, in Move packet) => connection.Log.Add($"move {packet.Length}");

            [OpcodeHandler(0x2008, States = 0b110)]
            [OpcodeHandler(0)]
            private static void OnPing(Connection connection, Ping packet) => connection.Log.Add("ping");

            [OpcodeHandler(65535, Parser = typeof(WordParser))]
            public void OnWord(in Connection connection, string packet) => connection.Log.Add(packet);

            [OpcodeHandler(3, Parser = typeof(RentedParser))]
            internal void OnRented(in Connection connection, in List<int> packet) => connection.Log.Add($"{packet[0]} {RentedParser.Out}");

            public static string Run()
            {
                Game game = new();
                Connection connection = new([]);
                OpcodeDispatcher<Connection> dispatcher = game.CreateDispatcher();
                foreach (ushort opcode in new ushort[] { 0x2007, 0, 0x2008, 65535, 3, 4 })
                    connection.Log.Add($"{dispatcher.Dispatch(in connection, opcode, opcode is 0 or 0x2008 ? [] : [1, 2], opcode == 0x2008 ? 1UL : ulong.MaxValue)}");

                connection.Log.Add($"{RentedParser.Out}");
                return string.Join(", ", connection.Log);
            }
        }
        """;

    [Fact]
    public async Task Generate_AllKindsOfHandlers_WritesThem() => await VerifyAsync(Packets + Handlers);

    [Fact]
    public void Generate_Enums_WritesTheirBits()
    {
        string generated = DispatchCompiler.Generate(Packets + """
            public enum Opcode : short { Move = 0x2007, Last = -1 }

            [Flags]
            public enum PlayerState { InWorld = 2, Dead = 4, All = -1 }

            public static partial class Game
            {
                [OpcodeHandler(Opcode.Move, States = PlayerState.InWorld | PlayerState.Dead)]
                [OpcodeHandler(Opcode.Last, States = PlayerState.All)]
                [OpcodeHandler(1, States = 0b11)]
                internal static void OnPing(in Connection connection, in Ping packet) { }
            }
            """);

        Assert.Contains("(0x2007, new global::Ping(), default, 0x6UL)", generated);
        Assert.Contains("(0xFFFF, new global::Ping(), default, 0xFFFFFFFFUL)", generated);
        Assert.Contains("(0x0001, new global::Ping(), default, 0x3UL)", generated);
    }

    [Fact]
    public async Task Generate_StaticInternalAndNested_FitsTheSurroundings() => await VerifyAsync("""
        namespace Some.Where
        {
            internal readonly record struct Client(int Number);

            internal readonly struct IntParser : IPacketParser<int>
            {
                public bool TryParse(ReadOnlySpan<byte> payload, out int packet)
                {
                    packet = 0;
                    return true;
                }
            }

            public partial class Outer<T>
            {
                public static partial class Handlers
                {
                    [OpcodeHandler(1, Parser = typeof(IntParser))]
                    internal static void @checked(in Client client, in int packet) { }
                }
            }
        }
        """);

    [Fact]
    public void Generate_AllKindsOfHandlers_Work()
    {
        MethodInfo run = DispatchCompiler.Load(Packets + Handlers).GetType("Game")!.GetMethod("Run")!;

        Assert.Equal(
            "move 2, Handled, ping, Handled, Filtered, xx, Handled, 2 1, Handled, Unknown, 0",
            run.CreateDelegate<Func<string>>()());
    }

    [Fact]
    public void Generate_EncodeableParser_IsGivenTheActivator()
    {
        const string Source = """
            using Pooling.Encodeables;

            public sealed class Message : IPooledEncodeable
            {
                private EncodeableState _state;

                public static EncodeablePool<Message> Pool { get; } = EncodeablePool.Create(() => new Message());

                public int Length { get; set; }

                ref EncodeableState IPooledEncodeable.PoolState => ref _state;

                void IPooledEncodeable.Reset() => Length = 0;

                void IPooledEncodeable.VisitNested(ref NestedVisitor nested) { }
            }

            public readonly struct Decoder : IEncodeableDecoder<Message>
            {
                public bool TryDecode(ReadOnlySpan<byte> payload, Message packet)
                {
                    packet.Length = payload.Length;
                    return true;
                }
            }

            public sealed partial class Service
            {
                private int _sum;

                [OpcodeHandler(3, Parser = typeof(EncodeableParser<Message, Decoder>))]
                private void On(long context, PooledRef<Message> packet) => _sum += packet.Value.Length;

                public static string Run()
                {
                    Service service = new();
                    long context = 1;
                    DispatchStatus status = service.CreateDispatcher().Dispatch(in context, 3, [1, 2]);
                    return $"{status} {service._sum}";
                }
            }
            """;

        MethodInfo run = DispatchCompiler.Load(Source).GetType("Service")!.GetMethod("Run")!;

        Assert.Equal("Handled 2", run.CreateDelegate<Func<string>>()());
    }

    [Fact]
    public void Generate_ClassWithAnError_WritesNothing() =>
        Assert.Equal("", DispatchCompiler.Generate("public class NotPartial { [OpcodeHandler(1)] void On(long context, int packet) { } }"));

    [Theory]
    [InlineData("connection.Log.Add(packet)", "connection.Log.Add(packet + packet)")]
    [InlineData("public sealed partial class Game", "// A comment.\n\npublic sealed partial class Game")]
    [InlineData("", "")]
    public void Generate_AfterAnUnrelatedEdit_RegeneratesNothing(string before, string after)
    {
        GeneratorRunResult result = RunAgain(before.Length == 0 ? Handlers : Handlers.Replace(before, after));

        Assert.All(
            result.TrackedSteps[OpcodeHandlerGenerator.ModelStep].SelectMany(static step => step.Outputs),
            static output =>
                Assert.True(output.Reason is IncrementalStepRunReason.Cached or IncrementalStepRunReason.Unchanged, $"{output.Reason}"));
        Assert.All(result.TrackedOutputSteps.SelectMany(static step => step.Value).SelectMany(static step => step.Outputs),
            static output => Assert.Equal(IncrementalStepRunReason.Cached, output.Reason));
    }

    [Fact]
    public void Generate_AfterAnOpcodeChanges_RegeneratesTheClass()
    {
        GeneratorRunResult result = RunAgain(Handlers.Replace("65535", "65534"));

        Assert.Contains("0xFFFE", result.GeneratedSources.Single().SourceText.ToString());
        Assert.Contains(result.TrackedOutputSteps.SelectMany(static step => step.Value).SelectMany(static step => step.Outputs),
            static output => output.Reason == IncrementalStepRunReason.Modified);
    }

    private static GeneratorRunResult RunAgain(string handlers)
    {
        CSharpCompilation compilation = DispatchCompiler.Compilation(Packets, Handlers);
        GeneratorDriver driver = DispatchCompiler.Driver(compilation).RunGenerators(compilation);
        SyntaxTree tree = compilation.SyntaxTrees[1];
        Compilation edited = compilation.ReplaceSyntaxTree(tree,
            CSharpSyntaxTree.ParseText(handlers, (CSharpParseOptions)tree.Options, tree.FilePath));
        return driver.RunGenerators(edited).GetRunResult().Results.Single();
    }

    private static async Task VerifyAsync(string source, [System.Runtime.CompilerServices.CallerMemberName] string testName = "",
        [System.Runtime.CompilerServices.CallerFilePath] string sourceFile = "")
    {
        DispatchCompiler.Load(source); // output that does not compile is not worth comparing
        await Verifier.Verify(DispatchCompiler.Generate(source), sourceFile, testName);
    }
}

using Pooling.Encodeables;

namespace Pooling.Analyzers.Encodeables;

/// <summary>Tests the output of the generator as text.</summary>
public sealed partial class PooledEncodeableGeneratorTests
{
    [Fact]
    public async Task Generate_Leaf_WritesConstantsAndDefaults() => await Verify("""
        namespace Fixtures;

        [PooledEncodeable(MaxRetained = 100)]
        public sealed partial class Reading
        {
            public uint Handle { get; set; }
            public double Factor { get; set; } = 1.5;
            public string Unit { get; set; } = "kPa";
            public string? Comment { get; set; }
            internal int @checked = 3;
            [KeepOnReset] public int Uses;
            public event EventHandler? Changed;
            public static int Count;
            public const int Limit = 5;
        }
        """);

    [Fact]
    public async Task Generate_Owner_VisitsWhatItHoldsAndKeepsWhatItMade() => await Verify("""
        namespace Fixtures;

        [PooledEncodeable]
        public sealed partial class Item
        {
            public int Value;
        }

        public struct Slot
        {
            public Item? Item;
            public void VisitNested(ref NestedVisitor nested) => nested.Visit(Item);
        }

        [PooledEncodeable(MaxRetainedCapacity = 64)]
        public sealed partial class Batch
        {
            public Item? First { get; set; }
            public IPooledEncodeable? Body { get; set; }
            public Item Header { get; } = new();
            public Item Trailer { get; set; } = new();
            public Item?[]? Others { get; set; }
            public PooledArray<Item>? Items { get; set; }
            public PooledArray<double>? Samples { get; set; }
            public PooledArray<Slot>? Slots { get; set; }
            public Slot Slot;
            public List<Item> List { get; } = [];
            public Dictionary<int, Item> Map { get; } = new(200);
            public IList<string> Names { get; set; } = new List<string>();
            public byte[] Key { get; } = new byte[16];
        }
        """);

    [Fact]
    public async Task Generate_ListsOfParts_AreClearedAndShown() => await Verify("""
        namespace Fixtures;

        [PooledEncodeable]
        public sealed partial class Report
        {
            public long Sequence { get; set; }
            public EncodeableList<Change> Changes { get; } = new(Change.Pool, 100);
            public EncodeableList<Report> Reports { get; } = new(Pool, 4);
        }

        [PooledEncodeable]
        public sealed partial class Change
        {
            public int Handle { get; set; }
        }
        """);

    [Fact]
    public async Task Generate_CountedArrays_AreRentedVisitedAndReturned() => await Verify("""
        namespace Fixtures;

        [PooledEncodeable]
        public sealed partial class Item
        {
            public int Value;
        }

        public struct Slot
        {
            public Item? Item;
            public void VisitNested(ref NestedVisitor nested) => nested.Visit(Item);
        }

        [PooledEncodeable]
        public partial class Batch
        {
            [RentedArray(nameof(Count))]
            public Item?[]? Items { get; private set; }

            public int Count { get; private set; }

            [field: RentedArray(nameof(_slotCount))]
            protected Slot[] Slots { get; set; } = [];

            [RentedArray(nameof(_slotCount))]
            private string?[]? _texts;

            private int _slotCount = -1;

            [RentedArray(nameof(@checked))]
            internal byte[] @fixed = null!;

            internal int @checked { get => _checked; set => _checked = value; }

            private int _checked;

            internal int Use() => _slotCount + (_texts?.Length ?? 0);
        }
        """);

    [Fact]
    public async Task Generate_DerivedClasses_ShareTheStateOfTheirBase() => await Verify("""
        namespace Fixtures;

        [PooledEncodeable]
        public abstract partial class Message
        {
            private int _sequence;
            protected int TypeId;
            public int Sequence => _sequence++;
        }

        [PooledEncodeable]
        public partial class Publish : Message
        {
            public Publish() => TypeId = 826;
            public string? Text { get; set; }
        }

        [PooledEncodeable]
        public sealed partial class SignedPublish : Publish
        {
            public PooledArray<byte>? Signature { get; set; }
        }
        """);

    [Fact]
    public async Task Generate_BaseClassThatIsResetByHand_IsResetFirst() => await Verify("""
        namespace Fixtures;

        [PooledEncodeable]
        public partial class Text : System.IO.StringWriter
        {
            public int Lines { get; set; }
            partial void ResetBase() => GetStringBuilder().Clear();
        }

        [PooledEncodeable]
        public sealed partial class NamedText : Text
        {
            public string? Name { get; set; }
        }
        """);

    [Fact]
    public async Task Generate_Initialisers_AreCopiedWithTheirSurroundings() => await Verify("""
        using System.Linq;
        using Text = System.String;
        using static System.Math;

        namespace Fixtures
        {
            using System.Globalization;

            public partial class Outer<T>
            {
                private static readonly Text s_prefix = "x";

                [PooledEncodeable]
                public partial class Inner
                {
                    public Text Name { get; init; } = s_prefix + nameof(Name);
                    public double Angle = PI / 2;
                    public int[] Even { get; set; } = Enumerable.Range(0, 4).Where(number => number % 2 == 0).ToArray();
                    public NumberStyles Style { get; set; } = NumberStyles.Any;
                    public Func<int, int> Next { get; set; } = number => number + 1;
                    public List<T> Values { get; init; } = [];
                }
            }
        }
        """);

    [Fact]
    public async Task Generate_RequiredMembersAndConstructorCode_UseACreationAndATemplate() => await Verify("""
        namespace Fixtures;

        [PooledEncodeable]
        public sealed partial class Session
        {
            private readonly object _gate = new();

            private Session()
            {
                for (int i = 0; i < 3; i++)
                    Retries += i;
            }

            public required string Name { get; set; }
            public required int Port { get; init; } = 4840;
            public int Retries { get; set; }
            public int Uses { get; set; } = 1;

            partial void OnReset() => Uses = 2;
        }
        """);

    [Fact]
    public void Generate_Twice_GivesTheSameText()
    {
        const string Source = "[PooledEncodeable] public partial class A { public Guid Id = Guid.NewGuid(); public List<int> L = new(); }";

        Assert.Equal(Compiler.Generate(Source), Compiler.Generate(Source));
    }

    [Fact]
    public void Generate_ClassWithAnError_WritesNothing() =>
        Assert.Equal("", Compiler.Generate("[PooledEncodeable] public class NotPartial;"));

    [Fact]
    public void Generate_ClassThatDeclaresItsPool_GivesThatPoolItsPolicy()
    {
        EncodeablePool pool = (EncodeablePool)Compiler.Load("""
            [PooledEncodeable]
            public sealed partial class A
            {
                public static EncodeablePool<A> Pool { get; } = EncodeablePool.Create<A, PoolPolicy>(
                    options: new Pooling.Objects.PoolOptions { Name = "declared" });

                public List<int> Kept { get; set; } = [];
            }
            """).GetType("A")!.GetProperty("Pool")!.GetValue(null)!;
        Assert.Equal("declared", pool.Name);

        IPooledEncodeable first = pool.RentUnchecked();
        List<int> kept = KeptOf(first);
        kept.Add(1);
        Assert.True(pool.TryReturn(first));

        IPooledEncodeable next = pool.RentUnchecked();
        Assert.Same(first, next);
        Assert.Same(kept, KeptOf(next)); // the policy noticed what the object created for itself
        Assert.Empty(kept);

        static List<int> KeptOf(object item) => (List<int>)item.GetType().GetProperty("Kept")!.GetValue(item)!;
    }

    [Theory]
    [InlineData("D", "")] // an accessor of the runtime creates it
    [InlineData("D`1", "<T>")] // reflection does
    public void Generate_RequiredMembers_HaveTheSameValuesInANewObjectAndAfterAReset(string name, string parameters)
    {
        Type type = Compiler.Load($$"""
            [PooledEncodeable]
            public abstract partial class A
            {
                public abstract required string Name { get; set; }
                public required int Port { get; set; } = 4840;
                [KeepOnReset] public required List<int> Log { get; set; } = new() { 1 };
            }

            [PooledEncodeable]
            public sealed partial class D{{parameters}} : A
            {
                private string _name = "initial";
                private D() { }
                public override required string Name
                {
                    get => _name;
                    set => _name = value ?? throw new ArgumentNullException();
                }

                public required string Unit = "kPa";
                public required double Factor { get; init; } = 1.5;
            }
            """).GetType(name)!;
        type = type.IsGenericTypeDefinition ? type.MakeGenericType(typeof(int)) : type;
        EncodeablePool pool = (EncodeablePool)type.GetProperty("Pool")!.GetValue(null)!;

        IPooledEncodeable item = pool.RentUnchecked();
        AssertInitial();
        Assert.True(pool.TryReturn(item));
        Assert.Same(item, pool.RentUnchecked());
        AssertInitial();

        void AssertInitial()
        {
            Assert.Equal(("initial", 4840, 1.5), (ValueOf<string>("Name"), ValueOf<int>("Port"), ValueOf<double>("Factor")));
            Assert.Equal([1], ValueOf<List<int>>("Log"));
            Assert.Equal("kPa", type.GetField("Unit")!.GetValue(item));
        }

        T ValueOf<T>(string property) => (T)type.GetProperty(property)!.GetValue(item)!;
    }

    [Fact]
    public void Generate_InitialiserWithAConversionOfTheUser_IsConvertedByAResetToo()
    {
        Type type = Compiler.Load("""
            public readonly record struct Name(string Text)
            {
                public static implicit operator Name(string? text) => new(text ?? "none");
            }

            [PooledEncodeable]
            public sealed partial class C
            {
                public Name A { get; set; } = (string?)null;
                public Name B { get; set; } = ((string)null!)!;
                public Memory<int> Buffer { get; set; } = new int[3];
            }
            """).GetType("C")!;
        var item = (IPooledEncodeable)Activator.CreateInstance(type)!;
        AssertInitial();

        item.Reset();
        AssertInitial();

        void AssertInitial()
        {
            Assert.Equal("Name { Text = none }", $"{type.GetProperty("A")!.GetValue(item)}");
            Assert.Equal("Name { Text = none }", $"{type.GetProperty("B")!.GetValue(item)}");
            Assert.Equal(3, ((Memory<int>)type.GetProperty("Buffer")!.GetValue(item)!).Length);
        }
    }

    private static async Task Verify(string source, [System.Runtime.CompilerServices.CallerMemberName] string testName = "",
        [System.Runtime.CompilerServices.CallerFilePath] string sourceFile = "")
    {
        Compiler.Load(source); // output that does not compile is not worth comparing
        await Verifier.Verify(Compiler.Generate(source), sourceFile, testName);
    }
}

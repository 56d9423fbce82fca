using System.Diagnostics.CodeAnalysis;

namespace Pooling.Conventions;

public sealed class PublicApiPrinterTests
{
    [Theory]
    [InlineData(typeof(Sample<,>),
        "public abstract class PublicApiPrinterTests.Sample<TKey, TValue> : System.IComparable<string> "
            + "where TKey : notnull where TValue : class?, new()")]
    [InlineData(typeof(View<>), "public readonly ref struct PublicApiPrinterTests.View<T> where T : unmanaged")]
    [InlineData(typeof(Kind), "[System.Flags] public enum PublicApiPrinterTests.Kind : byte")]
    [InlineData(typeof(Transform<,>),
        "public delegate TResult? PublicApiPrinterTests.Transform<in T, out TResult>(T item, in int count) where TResult : class")]
    public void PrintType_Declaration_IsWhole(Type type, string expected) => Assert.Equal(expected, PublicTypeApi.Print(type));

    [Theory]
    [InlineData("Find",
        "public static TOther? Find<TOther>(System.Collections.Generic.List<string?>? names, string?[] parts, "
            + "TOther fallback) where TOther : struct, System.IComparable<string>;")]
    [InlineData("Convert",
        "protected virtual bool Convert(string? text = null, Pooling.Conventions.PublicApiPrinterTests.Kind kind "
            + "= Pooling.Conventions.PublicApiPrinterTests.Kind.Two, System.DateTime when = default, "
            + "char mark = ';', double ratio = 0.5);")]
    [InlineData("TryGet",
        "public abstract bool TryGet(TKey key, [System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out TValue? value, "
            + "params scoped System.ReadOnlySpan<int> rest);")]
    [InlineData("Name", "[System.Obsolete(\"Use Title.\")] public string? Name { get; protected set; }")]
    [InlineData("Title", "required public string Title { get; init; }")]
    [InlineData("Item", "public System.Collections.Generic.KeyValuePair<TKey, TValue?> this[int index] { get; }")]
    [InlineData("First", "public ref readonly int First { get; }")]
    [InlineData("Changed", "public event System.Action<TValue?>? Changed;")]
    [InlineData("Limit", "public const long Limit = 7;")]
    [InlineData("op_Implicit", "public static int op_Implicit(Pooling.Conventions.PublicApiPrinterTests.Sample<TKey, TValue> sample);")]
    public void PrintMember_Declaration_IsWhole(string name, string expected) => Assert.Equal(
        expected,
        Assert.Single(PublicApi.MembersOf(typeof(Sample<,>)).Where(member => member.Name == name).Select(PublicMemberApi.Print)));

    [Fact]
    public void MembersOf_Type_LeavesOutWhatUsersCannotReach() =>
        Assert.DoesNotContain(PublicApi.MembersOf(typeof(Sample<,>)),
            member => member.Name is "Hidden" or "Mixed" or "get_Name" or "add_Changed");

    [Flags]
    public enum Kind : byte
    {
        One = 1,
        Two = 2,
    }

    public delegate TResult? Transform<in T, out TResult>(T item, in int count) where TResult : class;

    public readonly ref struct View<T> where T : unmanaged;

    public abstract class Sample<TKey, TValue> : IComparable<string> where TKey : notnull where TValue : class?, new()
    {
        public const long Limit = 7;

        private readonly int[] _numbers = [1];

        public event Action<TValue?>? Changed;

        [Obsolete("Use Title.")]
        public string? Name { get; protected set; }

        public required string Title { get; init; }

        public ref readonly int First => ref _numbers[0];

        internal int Hidden => _numbers.Length;

        public KeyValuePair<TKey, TValue?> this[int index] => throw new ArgumentOutOfRangeException(nameof(index));

        public static implicit operator int(Sample<TKey, TValue> sample) => sample.Hidden;

        public static TOther? Find<TOther>(List<string?>? names, string?[] parts, TOther fallback)
            where TOther : struct, IComparable<string> =>
            names is null && parts is [] ? null : fallback;

        public abstract bool TryGet(TKey key, [NotNullWhen(true)] out TValue? value, params ReadOnlySpan<int> rest);

        public int CompareTo(string? other) => string.CompareOrdinal(Title, other);

        protected virtual bool Convert(string? text = null, Kind kind = Kind.Two, DateTime when = default, char mark = ';',
            double ratio = 0.5) => Mixed(text);

        private protected bool Mixed(object? value)
        {
            Changed?.Invoke(null);
            return value is null;
        }
    }
}

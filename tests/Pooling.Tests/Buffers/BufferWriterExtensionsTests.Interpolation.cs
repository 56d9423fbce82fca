using System.Buffers;
using System.Globalization;
using System.Text;
using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Tests interpolated text against the string that it replaces, and parts that fail.</summary>
public sealed partial class BufferWriterExtensionsTests
{
    // Created by hand, because the tests run without the data of other cultures.
    private static readonly CultureInfo s_german = new("") { NumberFormat = { NumberDecimalSeparator = "," } };

    [Fact]
    public void WriteUtf8_OfValues_EqualsTheString()
    {
        const string Name = "caf\u00E9 " + Pair;
        DateTime time = new(2026, 11, 21, 13, 45, 59, DateTimeKind.Utc);
        object? nothing = null;
        int? none = null;

        AssertInterpolated($"{1}, {-2.5}, {3m}: {ulong.MaxValue}", writer => writer.WriteUtf8($"{1}, {-2.5}, {3m}: {ulong.MaxValue}"));
        AssertInterpolated($"{Name}{'x'}{'\u20AC'}{true}", writer => writer.WriteUtf8($"{Name}{'x'}{'\u20AC'}{true}"));
        AssertInterpolated($"[{nothing}][{none}][{(string?)null}][{nothing,4}]",
            writer => writer.WriteUtf8($"[{nothing}][{none}][{(string?)null}][{nothing,4}]"));
        AssertInterpolated($"{255:X4} {time:O} {time} {Guid.Empty:N} {1234.5:N2}",
            writer => writer.WriteUtf8($"{255:X4} {time:O} {time} {Guid.Empty:N} {1234.5:N2}"));
        AssertInterpolated($"{DayOfWeek.Friday} {DayOfWeek.Friday:D} {(DayOfWeek)77} {(object)DayOfWeek.Monday}",
            writer => writer.WriteUtf8($"{DayOfWeek.Friday} {DayOfWeek.Friday:D} {(DayOfWeek)77} {(object)DayOfWeek.Monday}"));
        AssertInterpolated($"{new Version(1, 2, 3)} {new StringBuilder("built")} {typeof(int)} {(object)5} {(object)'c'}",
            writer => writer.WriteUtf8($"{new Version(1, 2, 3)} {new StringBuilder("built")} {typeof(int)} {(object)5} {(object)'c'}"));
    }

    [Fact]
    public void WriteUtf8_WithAlignment_EqualsTheString()
    {
        AssertInterpolated($"[{1,5}][{1,-5}][{123456,5}][{123456,-5}][{7,0}]",
            writer => writer.WriteUtf8($"[{1,5}][{1,-5}][{123456,5}][{123456,-5}][{7,0}]"));
        AssertInterpolated($"[{"\u00E9",4}][{"\u00E9",-4}][{'\u20AC',3}][{Pair,5}]",
            writer => writer.WriteUtf8($"[{"\u00E9",4}][{"\u00E9",-4}][{'\u20AC',3}][{Pair,5}]"));
        AssertInterpolated($"[{255,8:X4}][{255,-8:X4}][{DayOfWeek.Friday,300}][{DayOfWeek.Friday,-300}]",
            writer => writer.WriteUtf8($"[{255,8:X4}][{255,-8:X4}][{DayOfWeek.Friday,300}][{DayOfWeek.Friday,-300}]"));
        AssertInterpolated($"[{5,300}][{5,-300}]", writer => writer.WriteUtf8($"[{5,300}][{5,-300}]"));
    }

    [Fact]
    public void WriteUtf8_OfUtf8AndSpans_CopiesThem()
    {
        AssertInterpolated("[abc][  \u20AC][\u20AC  ]xyz|  xyz",
            static writer => writer.WriteUtf8($"[{"abc"u8}][{"\u20AC"u8,3}][{"\u20AC"u8,-3}]{"xyz".AsSpan()}|{"xyz".AsSpan(),5}"));
    }

    [Fact]
    public void WriteUtf8_WithACulture_UsesIt()
    {
        AssertInterpolated("1,5", static writer => writer.WriteUtf8(s_german, $"{1.5}"));
        AssertInterpolated("1.5", static writer => writer.WriteUtf8(CultureInfo.InvariantCulture, $"{1.5}"));
        CultureInfo before = CultureInfo.CurrentCulture;
        try
        {
            CultureInfo.CurrentCulture = s_german;
            AssertInterpolated("1,5", static writer => writer.WriteUtf8($"{1.5}"));
            AssertInterpolated("1,5", static writer => writer.WriteUtf8(null, $"{1.5}"));
            AssertInterpolated("1.5", static writer => writer.WriteUtf8(CultureInfo.InvariantCulture, $"{1.5}"));
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Fact]
    public void WriteUtf8_WithACustomFormatter_AsksItForEveryValue() =>
        AssertInterpolated("<1:><a:><:><b:x>", static writer => writer.WriteUtf8(new Bracketing(), $"{1}{"a"}{null}{"b":x}"));

    [Fact]
    public void WriteUtf8_OfLongValues_EqualsTheString()
    {
        string text = new('\u20AC', 10_000);
        var number = System.Numerics.BigInteger.Pow(7, 20_000);

        AssertInterpolated($"{text}{number}{text,10_100}{5:D1000}", writer => writer.WriteUtf8($"{text}{number}{text,10_100}{5:D1000}"));
        AssertInterpolated($"{5:D6000}|{-5,7000:D6000}", writer => writer.WriteUtf8($"{5:D6000}|{-5,7000:D6000}"));
    }

    [Fact]
    public void WriteUtf8_OfLoneSurrogates_ReplacesEach()
    {
        char high = '\uD83D';
        char low = '\uDE00';

        AssertInterpolated("\uFFFD\uFFFD \uFFFD", writer => writer.WriteUtf8($"{high}{low} {(object)high}"));
    }

    [Fact]
    public void WriteUtf8_ThatThrowsHalfway_LeavesNothing()
    {
        using var writer = new PooledArrayBufferWriter<byte>(initialCapacity: 16);
        writer.Write([42]);

        Assert.Throws<InjectedFaultException>(() => writer.WriteUtf8($"some text and {new string('x', 1000)} and {Fault()}"));
        Assert.Throws<InjectedFaultException>(() => writer.WriteUtf8($"{1} {new Faulty()}"));

        Assert.Equal([42], writer.WrittenSpan.ToArray());
        Assert.Equal(3, writer.WriteUtf8($"{1} {2}"));
    }

    [Fact]
    public void WriteUtf8_OfParts_ThatDoNotFit_LeavesNothing()
    {
        using var writer = new PooledArrayBufferWriter<byte>(new BufferWriterOptions { InitialCapacity = 16, MaxCapacity = 64 });
        writer.Write([42]);

        Assert.Throws<BufferCapacityExceededException>(() => writer.WriteUtf8($"{1}{new string('x', 100)}"));
        Assert.Throws<BufferCapacityExceededException>(() => writer.WriteUtf8($"{1}{5:D64}"));
        Assert.Throws<BufferCapacityExceededException>(() => AppendAligned(writer, int.MaxValue));
        Assert.Throws<BufferCapacityExceededException>(() => AppendAligned(writer, int.MinValue));

        Assert.Equal([42], writer.WrittenSpan.ToArray());
        Assert.Equal(63, writer.WriteUtf8($"{1}{5:D62}"));
    }

    [Fact]
    public void WriteUtf8_WhenThePoolThrowsOnAnyCall_StaysBalanced()
    {
        for (int call = 1; call <= 12; call++)
        {
            var pool = new CountingArrayPool<byte>(call, FaultMoment.After);
            try
            {
                using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 1 }, pool);
                writer.Write([42]);
                try
                {
                    writer.WriteUtf8($"{1}{new string('x', 100)}{2,400}{3,999}");
                    Assert.Equal(1501, writer.WrittenCount);
                }
                catch (InjectedFaultException) when (pool.TotalReturned < pool.TotalRented && writer.WrittenCount != 1501)
                {
                    Assert.Equal([42], writer.WrittenSpan.ToArray());
                }
            }
            catch (InjectedFaultException)
            {
                // the constructor, or the end
            }

            pool.AssertAllReturned();
        }
    }

    [Fact]
    public void WriteUtf8_WhoseExpressionUsesTheWriter_IsRefused()
    {
        Action<PooledArrayBufferWriter<byte>>[] uses =
        [
            static writer => writer.Write([1]),
            static writer => writer.Reserve(1),
            static writer => writer.ResetWrittenCount(),
            static writer =>
            {
                writer.Write("JUNK"u8);
                writer.ResetWrittenCount();
            },
            static writer => writer.GetSpan(5000),
            static writer => writer.Detach().Dispose(),
            static writer => writer.WriteUtf8($"{2}"),
        ];
        foreach (Action<PooledArrayBufferWriter<byte>> use in uses)
        {
            AssertRefused(writer => writer.WriteUtf8($"abc{Used(writer, use)}def"));
            AssertRefused(writer => writer.WriteUtf8($"abc{Used(writer, use)}def"), before: 0);
            AssertRefused(writer => writer.WriteUtf8($"abc{Used(writer, use)}"));
            AssertRefused(writer => writer.WriteUtf8($"abc{new Formattable(() => use(writer))}"));
        }

        static void AssertRefused(Action<PooledArrayBufferWriter<byte>> write, int before = 1)
        {
            using var writer = new PooledArrayBufferWriter<byte>(new(), new CountingArrayPool<byte> { KeepsContent = true });
            writer.Write(new byte[before]);

            Assert.Throws<InvalidOperationException>(() => write(writer));

            Assert.DoesNotContain(TestPoolOptions.FreshPattern, writer.WrittenSpan.ToArray());
        }
    }

    [Fact]
    public void WriteUtf8_OfTextToNothing_NamesTheWriter()
    {
        IBufferWriter<byte> nothing = null!;

        Assert.Equal("writer", Assert.Throws<ArgumentNullException>(() => nothing.WriteUtf8($"{1}")).ParamName);
    }

    [Fact]
    public void WriteUtf8_WithATextOfAnotherWriter_IsRefused()
    {
        using var one = new PooledArrayBufferWriter<byte>();
        using var other = new PooledArrayBufferWriter<byte>();

        Assert.Equal("text", Assert.Throws<ArgumentException>(() =>
        {
            var text = new BufferWriterExtensions.Utf8InterpolatedStringHandler(1, 0, one);
            text.AppendLiteral("a");
            other.WriteUtf8(ref text);
        }).ParamName);
        Assert.Throws<InvalidOperationException>(() =>
        {
            var text = new BufferWriterExtensions.Utf8InterpolatedStringHandler(1, 0, one);
            text.AppendLiteral("a");
            one.WriteUtf8(ref text);
            one.WriteUtf8(ref text);
        });

        Assert.Equal(0, other.WrittenCount);
        Assert.Equal("a"u8.ToArray(), one.WrittenSpan.ToArray());
    }

#if NET8_0_OR_GREATER
    [Fact]
    public void WriteUtf8_OfAValueThatNeverFits_TakesItsString()
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new PooledArrayBufferWriter<byte>(new(), pool);

        Assert.Equal("[stubborn][  stubborn]".Length, writer.WriteUtf8($"[{new Stubborn()}][{new Stubborn(),10}]"));

        Assert.Equal("[stubborn][  stubborn]", Encoding.UTF8.GetString(writer.WrittenSpan));
        Assert.InRange(pool.Requests.Max(), 256, 16_384);
        AssertInterpolated("stubborn|stubborn", static writer => writer.WriteUtf8($"{new Stubborn()}|{new StubbornChars()}"));
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(int.MaxValue)]
    public void WriteUtf8_OfAValueThatLies_IsRefused(int written)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        var foreign = new ChunkedBufferWriter();

        Assert.Throws<FormatException>(() => writer.WriteUtf8($"{new Lying(written)}"));
        Assert.Throws<FormatException>(() => foreign.WriteUtf8($"{new Lying(written)}"));
        Assert.Throws<FormatException>(() => foreign.WriteUtf8($"{new LyingChars(written)}"));

        Assert.Equal(0, writer.WrittenCount);
        Assert.Empty(foreign.Content);
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void WriteUtf8_OfTextParts_AllocatesNothing()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        using var other = new PooledArrayBufferWriter<byte>();
        string name = "name";

        AllocationAssert.Zero(() =>
        {
            writer.ResetWrittenCount();
            other.ResetWrittenCount();
            writer.WriteUtf8($"{name}: {"abc"u8} {name,-8} {name.AsSpan(1)}");
            other.WriteUtf8($"{name}: {"abc"u8} {name,-8} {name.AsSpan(1)}");
        });
    }

#if !DEBUG // an unoptimized library boxes values to ask whether they format themselves
    [Fact]
    [Trait("Category", "Allocation")]
    public void WriteUtf8_OfValues_AllocatesNothing()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        using var other = new PooledArrayBufferWriter<byte>();
        string name = "name";
        DateTime time = DateTime.UnixEpoch;

        foreach (IBufferWriter<byte> target in new IBufferWriter<byte>[] { writer, other })
        {
            long allocated = long.MaxValue;
            for (int i = 0; i < 3000 && allocated > 0; i++)
            {
                Thread.Sleep(20); // until all of it is optimized, which takes longer on a busy machine
                allocated = AllocationAssert.Measure(() =>
                {
                    writer.ResetWrittenCount();
                    other.ResetWrittenCount();
                    target.WriteUtf8($"{name}: {42} {2.5:F3} [{-7,6}] {time:O} {DayOfWeek.Friday} {'c'} {true} {Guid.Empty}");
                    target.WriteUtf8(CultureInfo.InvariantCulture, $"{name}: {42} {2.5} [{DayOfWeek.Friday,10:D}]");
                });
            }

            Assert.Equal(0, allocated);
        }
    }
#endif

    /// <summary>A value that always reports that there is not enough room.</summary>
    private readonly struct Stubborn : IUtf8SpanFormattable
    {
        public bool TryFormat(Span<byte> utf8Destination, out int bytesWritten, ReadOnlySpan<char> format, IFormatProvider? provider)
        {
            bytesWritten = 0;
            return false;
        }

        public override string ToString() => "stubborn";
    }

    private sealed class StubbornChars : ISpanFormattable
    {
        public bool TryFormat(Span<char> destination, out int charsWritten, ReadOnlySpan<char> format, IFormatProvider? provider)
        {
            charsWritten = 0;
            return false;
        }

        public string ToString(string? format, IFormatProvider? formatProvider) => "stubborn";
    }

    /// <summary>A value that reports bytes that it did not write.</summary>
    private readonly struct Lying(int written) : IUtf8SpanFormattable
    {
        public bool TryFormat(Span<byte> utf8Destination, out int bytesWritten, ReadOnlySpan<char> format, IFormatProvider? provider)
        {
            bytesWritten = written;
            return true;
        }
    }

    private readonly struct LyingChars(int written) : ISpanFormattable
    {
        public bool TryFormat(Span<char> destination, out int charsWritten, ReadOnlySpan<char> format, IFormatProvider? provider)
        {
            charsWritten = written;
            return true;
        }

        public string ToString(string? format, IFormatProvider? formatProvider) => "";
    }

    /// <summary>A value that runs an action whenever it is formatted.</summary>
    private sealed class Formattable(Action action) : IUtf8SpanFormattable
    {
        public bool TryFormat(Span<byte> utf8Destination, out int bytesWritten, ReadOnlySpan<char> format, IFormatProvider? provider)
        {
            action();
            bytesWritten = 0;
            return true;
        }
    }
#else
    /// <summary>A value that runs an action whenever it is formatted.</summary>
    private sealed class Formattable(Action action)
    {
        public override string ToString()
        {
            action();
            return "";
        }
    }
#endif

    /// <summary>A provider that shows its arguments.</summary>
    private sealed class Bracketing : IFormatProvider, ICustomFormatter
    {
        public object? GetFormat(Type? formatType) => formatType == typeof(ICustomFormatter) ? this : null;

        public string Format(string? format, object? arg, IFormatProvider? formatProvider) => $"<{arg}:{format}>";
    }

    private sealed class Faulty : IFormattable
    {
        public string ToString(string? format, IFormatProvider? formatProvider) => throw new InjectedFaultException(nameof(ToString));
    }

    /// <summary>Appends a value with an alignment that the compiler refuses.</summary>
    private static void AppendAligned(PooledArrayBufferWriter<byte> writer, int alignment)
    {
        var text = new BufferWriterExtensions.Utf8InterpolatedStringHandler(0, 1, writer);
        text.AppendFormatted(5, alignment);
    }

    private static string Fault() => throw new InjectedFaultException(nameof(Fault));

    private static string Used(PooledArrayBufferWriter<byte> writer, Action<PooledArrayBufferWriter<byte>> use)
    {
        use(writer);
        return "";
    }

    private static void AssertInterpolated(string expected, Func<IBufferWriter<byte>, long> write)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(expected);

        AssertEveryWriter(bytes, writer => Assert.Equal(bytes.Length, write(writer)));
    }
}

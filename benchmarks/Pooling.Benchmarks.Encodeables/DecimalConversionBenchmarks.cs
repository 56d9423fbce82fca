namespace Pooling.Benchmarks.Encodeables;

/// <summary>Measures the conversion of values for an application. The values of a message are arrays of <see cref="double"/>, and the
/// application needs <see cref="decimal"/>. All of them are converted, and their elements are added.</summary>
public class DecimalConversionBenchmarks
{
    private double[][] _numbers = [];
    private Variant[] _values = [];
    private decimal[][] _arrays = [];
    private PooledArray<decimal>[] _owners = [];

    [Params(1, 20)]
    public int Values { get; set; }

    [Params(10, 1_000)]
    public int Length { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _numbers = [.. Enumerable.Range(1, Values).Select(
            value => Enumerable.Range(0, Length).Select(i => value + (i * 0.37)).ToArray())];
        _values = [.. _numbers.Select(static numbers => Variant.FromArray(numbers))];
        _arrays = new decimal[Values][];
        _owners = new PooledArray<decimal>[Values];
    }

    [Benchmark(Baseline = true), Row("OPCREP-decimal-conversion", Role.Before)]
    public decimal NewArrays()
    {
        for (int i = 0; i < _arrays.Length; i++)
            Convert(_values[i].GetSpan<double>(), _arrays[i] = new decimal[_values[i].Length]);

        return SumOfArrays();
    }

    [Benchmark, Row("OPCREP-decimal-conversion", Role.Peer, "Array.ConvertAll")]
    public decimal ConvertAll()
    {
        for (int i = 0; i < _arrays.Length; i++)
            _arrays[i] = Array.ConvertAll(_numbers[i], static number => (decimal)number);

        return SumOfArrays();
    }

    [Benchmark, Row("OPCREP-decimal-conversion", Role.Published)]
    public decimal SharedArrayPool()
    {
        for (int i = 0; i < _arrays.Length; i++)
            Convert(_values[i].GetSpan<double>(), _arrays[i] = ArrayPool<decimal>.Shared.Rent(_values[i].Length));

        decimal sum = 0;
        for (int i = 0; i < _arrays.Length; i++)
            sum += Sum(_arrays[i].AsSpan(0, _values[i].Length));

        foreach (decimal[] array in _arrays)
            ArrayPool<decimal>.Shared.Return(array);

        return sum;
    }

    /// <summary>Uses arrays that are returned together after the message is handled.</summary>
    [Benchmark, Row("OPCREP-decimal-conversion", Role.Ours)]
    public decimal ScopeOfMessage()
    {
        using PooledScope scope = PooledScope.Begin();
        for (int i = 0; i < _owners.Length; i++)
            Convert(_values[i].GetSpan<double>(), (_owners[i] = scope.RentArray<decimal>(_values[i].Length)).Span);

        decimal sum = 0;
        foreach (PooledArray<decimal> owner in _owners)
            sum += Sum(owner.Span);

        return sum;
    }

    [Benchmark, Row("OPCREP-decimal-conversion", Role.Advice, "converts each number where it is used, without arrays")]
    public decimal WhereUsed()
    {
        decimal sum = 0;
        foreach (ref readonly Variant value in _values.AsSpan())
        {
            decimal part = 0;
            foreach (double number in value.GetSpan<double>())
                part += (decimal)number;

            sum += part;
        }

        return sum;
    }

    private decimal SumOfArrays()
    {
        decimal sum = 0;
        foreach (decimal[] array in _arrays)
            sum += Sum(array);

        return sum;
    }

    private static void Convert(ReadOnlySpan<double> numbers, Span<decimal> decimals)
    {
        for (int i = 0; i < numbers.Length; i++)
            decimals[i] = (decimal)numbers[i];
    }

    private static decimal Sum(ReadOnlySpan<decimal> decimals)
    {
        decimal sum = 0;
        foreach (decimal number in decimals)
            sum += number;

        return sum;
    }
}

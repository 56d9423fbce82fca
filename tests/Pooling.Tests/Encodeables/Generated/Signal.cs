using System.Globalization;
using System.Text;
using Pooling.Buffers;

namespace Pooling.Encodeables.Generated;

/// <summary>An encodeable with all kinds of members that are possible without nested ones.</summary>
[PooledEncodeable(MaxRetainedCapacity = 8)]
public partial class Signal
{
    private static readonly string s_prefix = "signal-";

    private readonly object _gate = new();
    private readonly StringBuilder _text = new(4);
    private readonly byte[] _key = new byte[4];
    private int _untouched;
    private List<int>? _optional;

    public Signal()
    {
        Priority = 3;
        Tags = new HashSet<string>(StringComparer.Ordinal);
    }

    public event EventHandler? Changed;

    public event EventHandler Raised = delegate { };

    public uint Handle { get; set; }

    public int Priority { get; set; }

    public long Big { get; set; } = long.MinValue;

    public double Factor { get; set; } = double.NaN;

    public decimal Price { get; init; } = 1.50m;

    public string Name { get; set; } = s_prefix + nameof(Name);

    public string? Comment { get; init; }

    public char Separator { get; set; } = '\'';

    public DateTime Time { get; set; } = DateTime.MinValue.AddYears(CultureInfo.InvariantCulture.Name.Length + 1);

    public TimeSpan? Timeout { get; set; } = TimeSpan.FromSeconds(3);

    public DayOfWeek Day { get; set; } = DayOfWeek.Friday;

    public (int Low, string? High) Range { get; set; } = (1, "high");

    public List<int> Numbers { get; } = [];

    public List<string> Replaceable { get; set; } = new(2);

    public IList<int> Shown { get; init; } = new List<int>();

    public HashSet<string> Tags { get; set; }

    public Dictionary<string, int> Map { get; } = new(StringComparer.OrdinalIgnoreCase);

    public Queue<int> Queue { get; } = new();

    public int[] Filled { get; set; } = { 1, 2, 3 };

    public byte[] Blank { get; set; } = new byte[3];

    public byte[] Nothing { get; set; } = [];

    public Func<int, int> Function { get; set; } = number => number + 1;

    public PooledArray<double>? Samples { get; set; }

    [KeepOnReset]
    public int Uses { get; set; }

    internal int Explicitness => _untouched + (_optional?.Count ?? 0) + _text.Length + _key.Length + (_gate is null ? 1 : 0);

    internal void Use(Random random)
    {
        _untouched = random.Next();
        _optional = [random.Next()];
        Changed += OnChanged;
        Raised += OnChanged;
        Raised(this, EventArgs.Empty);
        Changed?.Invoke(this, EventArgs.Empty);
    }

    private void OnChanged(object? sender, EventArgs arguments) => Uses++;
}

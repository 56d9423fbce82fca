namespace Pooling.Dispatch;

/// <summary>A class that tests access by reflection.</summary>
public class Sample
{
    public Sample()
    {
    }

    public Sample(string name) => Name = name;

    public Sample(int number) => Name = $"{number}";

    public string? Name { get; set; }

    public int Count { get; set; }

    public int ReadOnly => 1;

    public static int Add(int left, int right) => left + right;

    public static string Describe(object value) => $"{value}";

    public static T Echo<T>(T value) => value;

    public static void Skip(ref int value) => value++;

    public string Greet(string greeting) => $"{greeting}, {Name}";

    public void Grow(int by) => Count += by;

    public virtual string Kind() => "base";
}

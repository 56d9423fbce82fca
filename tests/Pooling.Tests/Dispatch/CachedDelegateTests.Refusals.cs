using System.Reflection;

namespace Pooling.Dispatch;

/// <summary>What cannot be made is refused when the delegate is made, not when it is called.</summary>
public sealed partial class CachedDelegateTests
{
    [Fact]
    public void AnyMember_Null_IsRefused()
    {
        Assert.Throws<ArgumentNullException>("method", () => CachedDelegate.Method<Action>(null!));
        Assert.Throws<ArgumentNullException>("method", () => CachedDelegate.Converted<Action>(null!));
        Assert.Throws<ArgumentNullException>("property", () => CachedDelegate.Setter<Sample, int>(null!));
        Assert.Throws<ArgumentNullException>("property", () => CachedDelegate.ValueSetter<SampleValue, int>(null!));
        Assert.Throws<ArgumentNullException>("type", () => CachedDelegate.Constructor<Func<Sample>>((Type)null!));
        Assert.Throws<ArgumentNullException>("constructor", () => CachedDelegate.Constructor<Func<Sample>>((ConstructorInfo)null!));
    }

    [Fact]
    public void Method_OtherSignature_IsRefusedWithBoth()
    {
        string message = Assert.Throws<ArgumentException>("method", () => CachedDelegate.Method<Func<string, int>>(MethodOf(nameof(Sample.Add)))).Message;

        Assert.Contains(nameof(Sample.Add), message);
        Assert.Contains("Func", message);
    }

    [Fact]
    public void Method_ThatWouldBox_IsRefused() =>
        Assert.Throws<ArgumentException>("method", () => CachedDelegate.Method<Func<int, int, object>>(MethodOf(nameof(Sample.Add))));

    [Fact]
    public void AnyMember_OpenGeneric_IsRefused()
    {
        Assert.Contains("generic", Assert.Throws<ArgumentException>("method", () => CachedDelegate.Method<Func<int, int>>(MethodOf(nameof(Sample.Echo)))).Message);
        Assert.Throws<ArgumentException>("method", () => CachedDelegate.Converted<Func<object, object>>(MethodOf(nameof(Sample.Echo))));
        Assert.Throws<ArgumentException>(() => CachedDelegate.Constructor<Func<object>>(typeof(List<>)));
    }

    [Fact]
    public void Setter_ReadOnlyProperty_IsRefused() =>
        Assert.Contains(nameof(Sample.ReadOnly), Assert.Throws<ArgumentException>("property", () => CachedDelegate.Setter<Sample, int>(PropertyOf(nameof(Sample.ReadOnly)))).Message);

    [Fact]
    public void Setter_OtherType_IsRefused() =>
        Assert.Throws<ArgumentException>(() => CachedDelegate.Setter<Sample, string>(PropertyOf(nameof(Sample.Count))));

    [Fact]
    public void Constructor_NoSuchParameters_IsRefusedWithThem() =>
        Assert.Contains("Double", Assert.Throws<ArgumentException>("type", () => CachedDelegate.Constructor<Func<double, Sample>>(typeof(Sample))).Message);

    [Fact]
    public void Constructor_AbstractClass_IsRefused()
    {
        ConstructorInfo constructor = typeof(MemberInfo).GetConstructors(BindingFlags.Instance | BindingFlags.NonPublic)[0];

        Assert.Throws<ArgumentException>(() => CachedDelegate.Constructor<Func<object>>(constructor));
    }

    [Fact]
    public void Constructor_ThatWouldBox_IsRefused()
    {
        Assert.Contains("boxed", Assert.Throws<ArgumentException>(() => CachedDelegate.Constructor<Func<int, object>>(typeof(SampleValue))).Message);
        Assert.Contains("boxed", Assert.Throws<ArgumentException>(() => CachedDelegate.Constructor<Func<object>>(typeof(SampleValue))).Message);
    }

    [Fact]
    public void Converted_ThatWouldBox_IsRefused()
    {
        Assert.Contains("boxed", Assert.Throws<ArgumentException>("method", () => CachedDelegate.Converted<Func<int, int, object>>(MethodOf(nameof(Sample.Add)))).Message);
        Assert.Contains("boxed", Assert.Throws<ArgumentException>("method", () => CachedDelegate.Converted<Func<int, string>>(MethodOf(nameof(Sample.Describe)))).Message);
    }

    [Fact]
    public void Converted_WrongNumberOfParameters_IsRefused()
    {
        Assert.Throws<ArgumentException>("method", () => CachedDelegate.Converted<Func<object, int>>(MethodOf(nameof(Sample.Add))));
        Assert.Contains("instance", Assert.Throws<ArgumentException>("method", () => CachedDelegate.Converted<Func<string>>(MethodOf(nameof(Sample.Kind)))).Message);
    }

    [Fact]
    public void Converted_TypesThatNeverFit_AreRefused()
    {
        Assert.Contains("never", Assert.Throws<ArgumentException>("method", () => CachedDelegate.Converted<Action<Sample, string>>(MethodOf(nameof(Sample.Grow)))).Message);
        Assert.Throws<ArgumentException>("method", () => CachedDelegate.Converted<Func<Uri, string>>(MethodOf(nameof(Sample.Kind))));
        Assert.Throws<ArgumentException>("method", () => CachedDelegate.Converted<Action<object>>(MethodOf(nameof(Sample.Skip))));
        Assert.Throws<ArgumentException>("method", () => CachedDelegate.Converted<Func<object, int, object>>(MethodOf(nameof(Sample.Grow)))); // void has no value
    }
}

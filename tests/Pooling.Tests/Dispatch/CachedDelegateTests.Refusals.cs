using System.Reflection;

namespace Pooling.Dispatch;

/// <summary>Tests that delegates that cannot be created are refused at creation, not at the call.</summary>
public sealed partial class CachedDelegateTests
{
    [Fact]
    public void AnyMember_Null_IsRefused()
    {
        Assert.Throws<ArgumentNullException>("method", () => CachedDelegate.CreateMethod<Action>(null!));
        Assert.Throws<ArgumentNullException>("method", () => CachedDelegate.CreateConverter<Action>(null!));
        Assert.Throws<ArgumentNullException>("property", () => CachedDelegate.CreateSetter<Sample, int>(null!));
        Assert.Throws<ArgumentNullException>("type", () => CachedDelegate.CreateConstructor<Func<Sample>>((Type)null!));
        Assert.Throws<ArgumentNullException>("constructor", () => CachedDelegate.CreateConstructor<Func<Sample>>((ConstructorInfo)null!));
    }

    [Fact]
    public void Method_OtherSignature_IsRefusedWithBoth()
    {
        string message = Assert.Throws<ArgumentException>("method",
            () => CachedDelegate.CreateMethod<Func<string, int>>(MethodOf(nameof(Sample.Add)))).Message;

        Assert.Contains(nameof(Sample.Add), message);
        Assert.Contains("Func", message);
    }

    [Fact]
    public void Method_ThatWouldBox_IsRefused() =>
        Assert.Throws<ArgumentException>("method", () => CachedDelegate.CreateMethod<Func<int, int, object>>(MethodOf(nameof(Sample.Add))));

    [Fact]
    public void Method_ThatNeedsAConversion_IsRefusedAfterTheConverterToo()
    {
        MethodInfo grow = MethodOf(nameof(Sample.Grow));
        Action<object, object> converter = CachedDelegate.CreateConverter<Action<object, object>>(grow);

        Assert.Throws<ArgumentException>("method", () => CachedDelegate.CreateMethod<Action<object, object>>(grow));

        Assert.Same(converter, CachedDelegate.CreateConverter<Action<object, object>>(grow));
    }

    [Fact]
    public void AnyMember_OpenGeneric_IsRefused()
    {
        Assert.Contains("generic",
            Assert.Throws<ArgumentException>("method",
                () => CachedDelegate.CreateMethod<Func<int, int>>(MethodOf(nameof(Sample.Echo)))).Message);
        Assert.Throws<ArgumentException>("method",
            () => CachedDelegate.CreateConverter<Func<object, object>>(MethodOf(nameof(Sample.Echo))));
        Assert.Throws<ArgumentException>(() => CachedDelegate.CreateConstructor<Func<object>>(typeof(List<>)));
    }

    [Fact]
    public void Setter_ReadOnlyProperty_IsRefused() =>
        Assert.Contains(nameof(Sample.ReadOnly),
            Assert.Throws<ArgumentException>("property",
                () => CachedDelegate.CreateSetter<Sample, int>(PropertyOf(nameof(Sample.ReadOnly)))).Message);

    [Fact]
    public void Setter_OtherType_IsRefused() =>
        Assert.Throws<ArgumentException>(() => CachedDelegate.CreateSetter<Sample, string>(PropertyOf(nameof(Sample.Count))));

    [Fact]
    public void Constructor_NoSuchParameters_IsRefusedWithThem() =>
        Assert.Contains("Double",
            Assert.Throws<ArgumentException>("type", () => CachedDelegate.CreateConstructor<Func<double, Sample>>(typeof(Sample))).Message);

    [Fact]
    public void Constructor_AbstractClass_IsRefused()
    {
        ConstructorInfo constructor = typeof(MemberInfo).GetConstructors(BindingFlags.Instance | BindingFlags.NonPublic)[0];

        Assert.Throws<ArgumentException>(() => CachedDelegate.CreateConstructor<Func<object>>(constructor));
    }

    [Fact]
    public void Constructor_ThatWouldBox_IsRefused()
    {
        Assert.Contains("boxed",
            Assert.Throws<ArgumentException>(() => CachedDelegate.CreateConstructor<Func<int, object>>(typeof(SampleValue))).Message);
        Assert.Contains("boxed",
            Assert.Throws<ArgumentException>(() => CachedDelegate.CreateConstructor<Func<object>>(typeof(SampleValue))).Message);
    }

    [Fact]
    public void Converted_ThatWouldBox_IsRefused()
    {
        Assert.Contains("boxed",
            Assert.Throws<ArgumentException>("method",
                () => CachedDelegate.CreateConverter<Func<int, int, object>>(MethodOf(nameof(Sample.Add)))).Message);
        Assert.Contains("boxed",
            Assert.Throws<ArgumentException>("method",
                () => CachedDelegate.CreateConverter<Func<int, string>>(MethodOf(nameof(Sample.Describe)))).Message);
    }

    [Fact]
    public void Converted_WrongNumberOfParameters_IsRefused()
    {
        Assert.Throws<ArgumentException>("method", () => CachedDelegate.CreateConverter<Func<object, int>>(MethodOf(nameof(Sample.Add))));
        Assert.Contains("instance",
            Assert.Throws<ArgumentException>("method",
                () => CachedDelegate.CreateConverter<Func<string>>(MethodOf(nameof(Sample.Kind)))).Message);
    }

    [Fact]
    public void Converted_TypesThatNeverFit_AreRefused()
    {
        Assert.Contains("never",
            Assert.Throws<ArgumentException>("method",
                () => CachedDelegate.CreateConverter<Action<Sample, string>>(MethodOf(nameof(Sample.Grow)))).Message);
        Assert.Throws<ArgumentException>("method", () => CachedDelegate.CreateConverter<Func<Uri, string>>(MethodOf(nameof(Sample.Kind))));
        Assert.Throws<ArgumentException>("method", () => CachedDelegate.CreateConverter<Action<object>>(MethodOf(nameof(Sample.Skip))));
        // void has no value
        Assert.Throws<ArgumentException>("method",
            () => CachedDelegate.CreateConverter<Func<object, int, object>>(MethodOf(nameof(Sample.Grow))));
    }
}

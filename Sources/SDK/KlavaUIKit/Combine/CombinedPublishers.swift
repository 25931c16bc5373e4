// Publishers of Combine that OpenCombine does not have: the publishers that take several publishers as input.

extension Publishers {
  /// Publishes the elements of several publishers of the same type.
  public struct MergeMany<Upstream: Publisher>: Publisher {
    /// The type of the elements that the publisher publishes.
    public typealias Output = Upstream.Output
    /// The type of the error with which the publisher can fail.
    public typealias Failure = Upstream.Failure
    /// The publishers whose elements this publisher publishes.
    public let publishers: [Upstream]

    /// Creates a publisher that publishes the elements of all given publishers.
    ///
    /// - Parameter upstream: The publishers.
    public init(_ upstream: Upstream...) { publishers = upstream }
    /// Creates a publisher that publishes the elements of all given publishers.
    ///
    /// - Parameter upstream: The publishers.
    public init<Upstreams: Swift.Sequence>(_ upstream: Upstreams) where Upstreams.Element == Upstream {
      publishers = Array(upstream)
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber.
    public func receive<Target: Subscriber>(subscriber: Target)
    where Target.Input == Output, Target.Failure == Failure {
      Publishers.Sequence<[Upstream], Failure>(sequence: publishers).flatMap { $0 }.subscribe(subscriber)
    }
  }

  /// Publishes the elements of two publishers.
  public struct Merge<A: Publisher, B: Publisher>: Publisher where A.Output == B.Output, A.Failure == B.Failure {
    /// The type of the elements that the publisher publishes.
    public typealias Output = A.Output
    /// The type of the error with which the publisher can fail.
    public typealias Failure = A.Failure
    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B

    /// Creates a publisher that publishes the elements of two publishers.
    ///
    /// - Parameters:
    ///   - a: The first publisher.
    ///   - b: The second publisher.
    public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber.
    public func receive<Target: Subscriber>(subscriber: Target)
    where Target.Input == Output, Target.Failure == Failure {
      MergeMany(a.eraseToAnyPublisher(), b.eraseToAnyPublisher()).subscribe(subscriber)
    }
  }

  /// Publishes the latest element of each of two publishers, each time one of them publishes. Starts after both
  /// publishers have published an element.
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
    /// The type of the elements that the publisher publishes.
    public typealias Output = (A.Output, B.Output)
    /// The type of the error with which the publisher can fail.
    public typealias Failure = A.Failure
    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B

    private enum Change {
      case a(A.Output)
      case b(B.Output)
    }

    /// Creates a publisher that publishes the latest elements of two publishers.
    ///
    /// - Parameters:
    ///   - a: The first publisher.
    ///   - b: The second publisher.
    public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber.
    public func receive<Target: Subscriber>(subscriber: Target)
    where Target.Input == Output, Target.Failure == Failure {
      let none: (a: A.Output?, b: B.Output?) = (nil, nil)
      Merge(a.map(Change.a), b.map(Change.b))
        .scan(none) { latest, change in
          switch change {
          case .a(let value): (value, latest.b)
          case .b(let value): (latest.a, value)
          }
        }
        .compactMap { latest in
          guard let a = latest.a, let b = latest.b else { return nil }
          return (a, b)
        }
        .subscribe(subscriber)
    }
  }
}

extension Publisher {
  /// Publishes the elements of this publisher and of another publisher.
  ///
  /// - Parameter other: The other publisher.
  public func merge<Other: Publisher>(with other: Other) -> Publishers.Merge<Self, Other>
  where Other.Output == Output, Other.Failure == Failure { Publishers.Merge(self, other) }

  /// Publishes the latest element of each of two publishers, each time one of them publishes. Starts after both
  /// publishers have published an element.
  ///
  /// - Parameter other: The other publisher.
  public func combineLatest<Other: Publisher>(_ other: Other) -> Publishers.CombineLatest<Self, Other>
  where Other.Failure == Failure { Publishers.CombineLatest(self, other) }

  /// Publishes a value that a closure makes from the latest elements of two publishers.
  ///
  /// - Parameters:
  ///   - other: The other publisher.
  ///   - transform: Makes the value from two elements.
  public func combineLatest<Other: Publisher, Result>(
    _ other: Other, _ transform: @escaping (Output, Other.Output) -> Result
  ) -> Publishers.Map<Publishers.CombineLatest<Self, Other>, Result> where Other.Failure == Failure {
    combineLatest(other).map { transform($0.0, $0.1) }
  }

  /// Publishes the latest element of each of three publishers, each time one of them publishes. Starts after all
  /// publishers have published an element.
  ///
  /// - Parameters:
  ///   - second: The second publisher.
  ///   - third: The third publisher.
  public func combineLatest<Second: Publisher, Third: Publisher>(
    _ second: Second, _ third: Third
  ) -> AnyPublisher<(Output, Second.Output, Third.Output), Failure>
  where Second.Failure == Failure, Third.Failure == Failure {
    combineLatest(second).combineLatest(third) { ($0.0, $0.1, $1) }.eraseToAnyPublisher()
  }
}
